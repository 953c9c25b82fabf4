import { describe, expect, it } from 'vitest';

import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import pdfToMarkdown from './pdf-to-markdown.js';

async function markdownOf(bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { status, text, message } = await runTool(pdfToMarkdown, { files: [{ name: 'a.pdf', bytes }], options });
  expect(status, message).toBe(200);
  return text ?? '';
}

const lines = (texts: readonly string[], x = 72, top = 700): string =>
  texts.map((text, i) => textAt(x, top - 14 * i, text)).join(' ');

describe('markdown', () => {
  it('leaves out headers, footers and page numbers, or keeps them', async () => {
    const pages = [1, 2, 3, 4].map((n) => ({
      content: `${textAt(72, 760, 'The Title of It All', { size: 9 })} ${lines([`Text of page ${'abcd'[n - 1]} is here.`])} ${textAt(300, 30, `Page ${n}`, { size: 9 })}`,
    }));
    const dropped = await markdownOf(textPdf(pages));
    expect(dropped).toBe(
      'Text of page a is here.\n\nText of page b is here.\n\nText of page c is here.\n\nText of page d is here.\n',
    );
    const kept = await markdownOf(textPdf(pages), { dropRepeated: false });
    expect(kept.match(/The Title of It All/g)).toHaveLength(4);
    expect(kept.match(/Page \d/g)).toHaveLength(4);
  });

  it('escapes what would be read as marks', async () => {
    const tricky = [
      '# no heading',
      '* one [two](three) `four` <b>five</b> &amp; six',
      '1986. A year',
      'snake_case _but_ | not',
    ];
    for (const text of tricky) {
      const markdown = await markdownOf(textPdf([{ content: lines(['Some text is above.']) + textAt(72, 600, text) }]));
      expect(markdown).not.toMatch(/^# /m);
    }
    const text = await markdownOf(textPdf([{ content: textAt(72, 700, '[a](b) `c` <d> *e*') }]));
    expect(text).toBe('\\[a\\](b) \\`c\\` \\<d> \\*e\\*\n');
  });

  it('keeps the breaks of lines that end before they had to', async () => {
    const content = `${lines(['Old Mill', '12 Water Lane', 'Benton'])} ${lines(['This is a line of text that is as long as lines are on this page, so that it', 'has to go on in the next one.'], 72, 600)}`;
    expect(await markdownOf(textPdf([{ content }]))).toBe(
      'Old Mill\\\n12 Water Lane\\\nBenton\n\nThis is a line of text that is as long as lines are on this page, so that it has to go on in the next one.\n',
    );
  });

  it('puts a paragraph together that goes on in the next column', async () => {
    const column = (x: number, word: string, end: string): string =>
      lines(
        Array.from({ length: 9 }, (_, i) =>
          i === 8 ? `${word} the last line is ${end}` : `${word} line number ${'abcdefghi'[i]} of it`,
        ),
        x,
      );
    const text = await markdownOf(
      textPdf([{ content: `${column(72, 'Left', 'open')} ${column(330, 'and', 'closed.')}` }]),
    );
    expect(text).toContain('is open and line number a');
  });

  it('nests lists by how far they stand to the right', async () => {
    const content = [
      textAt(72, 700, '- one'),
      textAt(90, 686, '- two'),
      textAt(90, 672, '- three'),
      textAt(72, 658, '- four'),
    ].join(' ');
    expect(await markdownOf(textPdf([{ content }]))).toBe('- one\n    - two\n    - three\n- four\n');
  });

  it('has nothing for an empty page but a comment', async () => {
    expect(await markdownOf(textPdf([{ content: '' }]))).toBe('<!-- page 1: no text layer -->\n');
  });
});

const hasPandoc = hasProgram('pandoc', ['--version'], 'Markdown read by pandoc');

interface PandocBlock {
  readonly t: string;
  readonly c?: unknown;
}

describe.skipIf(!hasPandoc)('as pandoc reads it (skipped where it is not installed)', () => {
  const blocks = (markdown: string): PandocBlock[] => {
    const json = runProgram('pandoc', ['-f', 'gfm', '-t', 'json'], markdown).toString();
    return (JSON.parse(json) as { blocks: PandocBlock[] }).blocks;
  };
  const outline = (all: readonly PandocBlock[]): string[] =>
    all.map(({ t, c }) =>
      t === 'Header' && Array.isArray(c)
        ? `Header ${String(c[0])}`
        : Array.isArray(c) && t === 'BulletList'
          ? `BulletList ${c.length}`
          : t,
    );

  it('the report has the blocks of the HTML that it was made from', async () => {
    const found = outline(blocks(await markdownOf(readFixture('pdf/office.pdf'))));
    expect(found).toEqual([
      'Header 1',
      'Para',
      'Header 2',
      'Para',
      'BulletList 3',
      'Para',
      'OrderedList',
      'Header 2',
      'Table',
      'Header 3',
      'Para',
      'CodeBlock',
      'Para',
    ]);
  });

  it('the article has its headings, columns, list, code and link', async () => {
    const markdown = await markdownOf(readFixture('pdf/article.pdf'));
    expect(outline(blocks(markdown))).toEqual([
      'Header 1',
      'Para',
      'Para',
      'Header 2',
      'Para',
      'BulletList 3',
      'Para',
      'CodeBlock',
      'Para',
      'Header 2',
      'Para',
      'OrderedList',
    ]);
    expect(markdown).toContain('[the archive](https://example.com/archive?a=1&b=2) of the town.');
    expect(markdown).toContain('timber, which came by river and was sold on the quay');
  });
});

it('a list and the table below it are not one table, and stay in their order', async () => {
  const item = (y: number, marker: string, text: string): string => `${textAt(80, y, marker)} ${textAt(100, y, text)}`;
  const row = (y: number, name: string, amount: string): string => `${textAt(250, y, name)} ${textAt(330, y, amount)}`;
  const intro = 'An introduction that is as wide as the page and ends above the list.';
  const content = [
    textAt(72, 750, intro),
    item(720, '1.', 'first'),
    item(704, '2.', 'second'),
    item(688, '3.', 'third'),
    row(660, 'Name', 'Amount'),
    row(644, 'Tea', '3.50'),
    row(628, 'Coffee', '1,234.25'),
  ];
  expect(await markdownOf(textPdf([{ content: content.join(' ') }]))).toBe(
    `${intro}\n\n1. first\n2. second\n3. third\n\n| Name | Amount |\n| --- | --- |\n| Tea | 3.50 |\n| Coffee | 1,234.25 |\n`,
  );
});

it('leaves out the number of a page alone, and nothing else of its last line', async () => {
  const withLast = (last: string): Promise<string> =>
    markdownOf(textPdf([{ content: `${textAt(72, 700, 'A page of text.')} ${textAt(300, 40, last)}` }]));
  expect(await withLast('1')).toBe('A page of text.\n');
  expect(await withLast('2')).toBe('A page of text.\n\n2\n');
});
