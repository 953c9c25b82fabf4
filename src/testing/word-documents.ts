import { writeZip } from '../lib/archives/zip-writer.js';
import { chanceOf, pick } from './chance.js';
import { runProgram } from './programs.js';

const WORDS =
  'harbour ships salt timber gate Zürich naïve 港 река weight night it’s a_b two*three <tag> 1. # & [x]'.split(' ');

/** Markdown of pandoc with blocks of every kind: headings, lists in lists, tables, code, quotes, notes, links. */
export function randomMarkdown(seed: number): string {
  const chance = chanceOf(seed);
  const word = (): string => pick(chance, WORDS).replace(/[*_<>#&[\]]/g, '\\$&');
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  let notes = 0;
  const noteTexts: string[] = [];
  const piece = (): string => {
    const text = words(1 + chance(3));
    switch (chance(9)) {
      case 0:
        return `**m${text}m**`;
      case 1:
        return `*m${text}m*`;
      case 2:
        return `[m${text}m](https://example.com/${chance(100)})`;
      case 3:
        return `\`code${chance(10)}\``;
      case 4:
        return `~~m${text}m~~`;
      case 5:
        notes += 1;
        noteTexts.push(`[^${notes}]: Note ${words(2)}`);
        return `noted[^${notes}]`;
      default:
        return text;
    }
  };
  const sentence = (): string => `We ${Array.from({ length: 1 + chance(5) }, piece).join(' ')}`;
  const block = (): string => {
    switch (chance(8)) {
      case 0:
        return `${'#'.repeat(1 + chance(5))} ${sentence()}`;
      case 1:
        return Array.from(
          { length: 1 + chance(4) },
          (_, i) => `${'    '.repeat(Math.min(i, chance(3)))}- ${sentence()}`,
        ).join('\n');
      case 2:
        return Array.from({ length: 1 + chance(4) }, (_, i) => `${i + 1}. ${sentence()}`).join('\n');
      case 3: {
        const columns = 2 + chance(3);
        const row = (cell: () => string): string => `| ${Array.from({ length: columns }, cell).join(' | ')} |`;
        const rows = Array.from({ length: 1 + chance(3) }, () => row(() => piece()));
        return [row(() => piece()), row(() => '---'), ...rows].join('\n');
      }
      case 4:
        return `\`\`\`\ncode ${chance(100)}\n  more code\n\`\`\``;
      case 5:
        return `> ${sentence()}`;
      default:
        return sentence();
    }
  };
  return `${Array.from({ length: 2 + chance(8) }, block).join('\n\n')}\n\n${noteTexts.join('\n\n')}\n`;
}

/** The document that pandoc makes of Markdown. */
export const docxOfMarkdown = (markdown: string): Buffer =>
  runProgram('pandoc', ['-f', 'markdown', '-t', 'docx', '-o', '-'], markdown);

const SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (list: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;

const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** A document of WordprocessingML as given; the link `l` leads to an address. */
export function docxOf(body: string, styles = '', address = 'https://example.com/', numbering = ''): Buffer {
  const parts = [
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', relations(`<Relationship Id="a" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`)],
    [
      'word/_rels/document.xml.rels',
      relations(
        `<Relationship Id="a" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="l" Type="${OFFICE}/hyperlink" Target="${address}" TargetMode="External"/><Relationship Id="n" Type="${OFFICE}/numbering" Target="numbering.xml"/>`,
      ),
    ],
    ['word/numbering.xml', `<w:numbering ${SPACE}>${numbering}</w:numbering>`],
    ['word/styles.xml', `<w:styles ${SPACE}>${styles}</w:styles>`],
    ['word/document.xml', `<w:document ${SPACE}><w:body>${body}</w:body></w:document>`],
  ] as const;
  return Buffer.from(
    writeZip(
      parts.map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
      { level: 6 },
    ),
  );
}

/** HTML as pandoc writes it, freed of what a Word document does not say: ids, classes, widths, paragraphs of tight items, alignment. */
export const pandocHtml = (input: string | Buffer, from: string): string =>
  runProgram('pandoc', ['-f', from, '-t', 'html', '--wrap=none', '--no-highlight'], input)
    .toString()
    .replace(/<!-- -->/g, '')
    .replace(/<colgroup>[\s\S]*?<\/colgroup>/g, '')
    .replace(/ (?:id|class|style|data-[a-z-]+|start|type|width|role)="[^"]*"/g, '')
    .replace(/<\/?(?:p|span)>/g, '\n')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:li|ol|ul|blockquote|table|thead|tbody|tr|td|th|section|hr|h\d)[^>]*>) ?/g, '\n$1\n')
    .replace(/\n+/g, '\n')
    .trim();
