import { expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { pptxOf, pptxOfMarkdown, randomDeck, shapeOf } from '../../testing/presentations.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './pptx-to-text.js';

interface SlideData {
  readonly title: string;
  readonly text: string;
  readonly notes: string;
}

async function slidesOf(bytes: Uint8Array): Promise<readonly SlideData[]> {
  const { data, message } = await runTool(tool, { files: [{ name: 'a.pptx', bytes }], options: { format: 'json' } });
  expect(message).toBeUndefined();
  return (data as { files: [{ slides: SlideData[] }] }).files[0].slides;
}

const textOf = async (bytes: Uint8Array, options: Record<string, unknown> = {}): Promise<string> =>
  (await runTool(tool, { files: [{ name: 'a.pptx', bytes }], options })).text ?? '';

/** Without marks of emphasis: LibreOffice divides words between scripts. */
const wordsOf = (text: string): string[] => text.replace(/\*|<\/?\w+>/g, '').match(/\p{L}+\d*/gu) ?? [];

const hasPandoc = hasProgram('pandoc', ['--version'], 'presentations that pandoc writes');
const hasOffice = hasProgram('soffice', ['--version'], 'presentations beside LibreOffice');

inRounds.skipIf(!hasPandoc)(
  'gives the words of each slide that pandoc wrote, in their order',
  [2, 40],
  async (rounds) => {
    for (let seed = 1; seed <= rounds; seed++) {
      const { markdown, words } = randomDeck(seed);
      const slides = await slidesOf(pptxOfMarkdown(markdown));
      const read = slides.map(({ title, text, notes }) =>
        wordsOf(`${title} ${text.replace(/\(https:[^)]*\)/g, '')} ${notes}`),
      );
      expect(read, `seed ${seed}: ${markdown}`).toEqual(words);
    }
  },
);

exhaustive.skipIf(!hasPandoc || !hasOffice)('LibreOffice saves the same words, and prints as many pages', async () => {
  const decks = Array.from({ length: 10 }, (_, i): readonly [string, Buffer] => [
    `d${i}.pptx`,
    pptxOfMarkdown(randomDeck(100 + i).markdown),
  ]);
  const saved = convertByOffice(decks, 'odp');
  const again = convertByOffice(
    saved.map((bytes, i): readonly [string, Buffer] => [`d${i}.odp`, bytes]),
    'pptx',
  );
  const printed = convertByOffice(decks, 'pdf');
  for (const [i, [, bytes]] of decks.entries()) {
    const own = await slidesOf(bytes);
    const theirs = await slidesOf(again[i] as Buffer);
    const words = (slides: readonly SlideData[]) =>
      slides.map(({ title, text, notes }) =>
        wordsOf(`${title} ${text.replace(/\(https:[^)]*\)/g, '')} ${notes}`).sort(),
      );
    expect(words(theirs), `deck ${i}`).toEqual(words(own));
    expect(printed[i]?.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBe(own.length);
  }
});

const run = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;

it('reads groups, numbered items that begin at 3, merged cells and charts', async () => {
  const group = `<p:grpSp><p:grpSp>${shapeOf(run('inside'))}</p:grpSp></p:grpSp>`;
  const item = (text: string) =>
    `<a:p><a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const cell = (text: string, attributes = '') =>
    `<a:tc ${attributes}><a:txBody>${text === '' ? '<a:p/>' : run(text)}</a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell('wide', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('a|b')}${cell('c')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const frame =
    '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></p:graphicFrame>';
  const points = (kind: string, values: readonly string[]) =>
    `<c:${kind}><c:ref><c:f>x</c:f><c:anyCache>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:anyCache></c:ref></c:${kind}>`;
  const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Fares</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>${points('tx', ['2025'])}${points('cat', ['May', 'June'])}${points('val', ['4', '5.5'])}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  expect(await textOf(pptxOf([group + shapeOf(item('x') + item('y')) + table + frame], chart))).toBe(
    '<!-- Slide 1 -->\n\ninside\n\n3. x\n4. y\n\n| wide |  |\n| --- | --- |\n| a\\|b | c |\n\nFares\n\n|  | 2025 |\n| --- | --- |\n| May | 4 |\n| June | 5.5 |\n',
  );
});

it('reads titles of several lines, line breaks, and no page numbers', async () => {
  const title = shapeOf(
    '<a:p><a:r><a:t>Two</a:t></a:r><a:br/><a:r><a:t>lines</a:t></a:r></a:p>',
    '<p:ph type="title"/>',
  );
  const number = shapeOf('<a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p>', '<p:ph type="sldNum"/>');
  const body = shapeOf('<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b</a:t></a:r></a:p>', '<p:ph idx="1"/>');
  expect(await textOf(pptxOf([title + number + body]), { format: 'text' })).toBe('Slide 1: Two lines\n\n- a\n  b\n');
});

it.each([
  ['groups without end', pptxOf([`${'<p:grpSp>'.repeat(500)}${'</p:grpSp>'.repeat(500)}`]), 413],
  [
    'cells of millions',
    pptxOf([
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${'<a:tc/>'.repeat(3000)}</a:tr>${'<a:tr/>'.repeat(3000)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    ]),
    413,
  ],
  ['slides of thousands', pptxOf(Array.from({ length: 2001 }, () => '')), 413],
  ['no slide', pptxOf([]), 200],
])('ends for what is hostile: %s', async (_, bytes, status) => {
  expect((await runTool(tool, { files: [{ name: 'a.pptx', bytes }] })).status).toBe(status);
});
