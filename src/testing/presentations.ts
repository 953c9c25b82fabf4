import { writeZip } from '../lib/archives/zip-writer.js';
import { chanceOf, pick } from './chance.js';
import { runProgram } from './programs.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPACES = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`;
const relations = (list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A presentation of slides whose shapes are given in PresentationML; `chart` is the part that `r:id="chart"` refers to. */
export function pptxOf(slides: readonly string[], chart = ''): Buffer {
  const ids = slides.map((_, i) => `s${i + 1}`);
  const parts: [string, string][] = [
    ['_rels/.rels', relations([['a', 'officeDocument', 'ppt/presentation.xml']])],
    [
      'ppt/presentation.xml',
      `<p:presentation ${SPACES}><p:sldIdLst>${ids.map((id, i) => `<p:sldId id="${256 + i}" r:id="${id}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ],
    ['ppt/_rels/presentation.xml.rels', relations(ids.map((id) => [id, 'slide', `slides/${id}.xml`]))],
    ['ppt/charts/chart.xml', chart],
  ];
  for (const [i, shapes] of slides.entries()) {
    const content = `<p:sld ${SPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    parts.push([`ppt/slides/${ids[i]}.xml`, content]);
    parts.push([`ppt/slides/_rels/${ids[i]}.xml.rels`, relations([['chart', 'chart', '../charts/chart.xml']])]);
  }
  return Buffer.from(
    writeZip(
      parts.map(([name, content]) => ({ name, bytes: Buffer.from(content) })),
      { level: 6 },
    ),
  );
}

/** A shape with text of DrawingML. */
export const shapeOf = (paragraphs: string, placeholder = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name=""/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;

interface Deck {
  readonly markdown: string;
  /** The words of each slide, and of its notes. */
  readonly words: readonly (readonly string[])[];
}

/** Slides of numbered words, as pandoc reads them. */
export function randomDeck(seed: number): Deck {
  const chance = chanceOf(seed);
  let count = 0;
  const words: string[][] = [];
  const word = (): string => {
    const made = `${pick(chance, ['ship', 'Zürich', 'река', '港'])}${++count}`;
    words.at(-1)?.push(made);
    return made;
  };
  const phrase = (): string =>
    Array.from({ length: 1 + chance(5) }, () =>
      pick(chance, [word, () => `**${word()}**`, () => `*${word()}*`, () => `[${word()}](https://example.com/)`])(),
    ).join(' ');
  const block = (): string => {
    switch (chance(4)) {
      case 0:
        return Array.from(
          { length: 1 + chance(4) },
          (_, i) => `${'    '.repeat(Math.min(i, chance(3)))}- ${phrase()}`,
        ).join('\n');
      case 1:
        return Array.from({ length: 1 + chance(4) }, (_, i) => `${i + 1}. ${phrase()}`).join('\n');
      case 2:
        return `| ${word()} | ${word()} |\n|---|---|\n${Array.from({ length: 1 + chance(4) }, () => `| ${word()} | ${word()} |`).join('\n')}`;
      default:
        return phrase();
    }
  };
  const slides = Array.from({ length: 1 + chance(6) }, () => {
    words.push([]);
    const parts = [`# ${phrase()}`, block()];
    if (chance(2) === 0) parts.push(`::: notes\n\n${phrase()}\n\n:::`);
    return parts.join('\n\n');
  });
  return { markdown: `${slides.join('\n\n')}\n`, words };
}

/** The presentation that pandoc makes of Markdown. */
export const pptxOfMarkdown = (markdown: string): Buffer =>
  runProgram('pandoc', ['-f', 'markdown', '-t', 'pptx', '-o', '-'], markdown);
