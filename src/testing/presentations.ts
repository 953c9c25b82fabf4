import { readFileSync } from 'node:fs';

import { writeZip } from '../lib/archives/zip-writer.js';
import { OfficePackage } from '../lib/office/package.js';
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

/** The presentation `fixtures/documents/slides.pptx`, its slides and their notes with the shapes given in its slides' place. */
export function deckOf(slides: readonly { readonly shapes: string; readonly notes?: string }[]): Buffer {
  const base = new OfficePackage(readFileSync('fixtures/documents/slides.pptx'));
  const textOf = (name: string): string => base.bytes(name)?.toString() ?? '';
  const own = /^ppt\/(?:slides|notesSlides)\//;
  const parts = new Map(base.names.filter((name) => !own.test(name)).map((name) => [name, textOf(name)]));
  const change = (name: string, from: RegExp, to: string): Map<string, string> =>
    parts.set(name, textOf(name).replace(from, to));
  const each = (write: (number: number) => string): string => slides.map((_, i) => write(i + 1)).join('');
  change(
    'ppt/presentation.xml',
    /<p:sldIdLst>.*?<\/p:sldIdLst>/,
    `<p:sldIdLst>${each((number) => `<p:sldId id="${255 + number}" r:id="s${number}"/>`)}</p:sldIdLst>`,
  );
  const main = 'ppt/_rels/presentation.xml.rels';
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const leads = each((number) => relation(`s${number}`, 'slide', `slides/slide${number}.xml`));
  parts.set(
    main,
    textOf(main)
      .replace(/<Relationship [^>]*\/slide"[^>]*>/g, '')
      .replace('</R', `${leads}$&`),
  );
  const type = (name: string, kind: string): string =>
    `<Override PartName="/ppt/${name}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.${kind}+xml"/>`;
  const types = slides.map(
    ({ notes }, i) =>
      type(`slides/slide${i + 1}.xml`, 'slide') +
      (notes === undefined ? '' : type(`notesSlides/notesSlide${i + 1}.xml`, 'notesSlide')),
  );
  parts.set(
    '[Content_Types].xml',
    textOf('[Content_Types].xml')
      .replace(/<Override PartName="\/ppt\/(?:slides|notesSlides)\/[^>]*>/g, '')
      .replace('</Types>', `${types.join('')}$&`),
  );
  const tree = (shapes: string): string => `<p:cSld><p:spTree>${GROUP}${shapes}</p:spTree></p:cSld>`;
  for (const [i, { shapes, notes }] of slides.entries()) {
    const [slide, note] = [`slide${i + 1}.xml`, `notesSlide${i + 1}.xml`];
    const layout: [string, string, string] = ['layout', 'slideLayout', '../slideLayouts/slideLayout2.xml'];
    parts.set(`ppt/slides/${slide}`, `<p:sld ${SPACES}>${tree(shapes)}</p:sld>`);
    parts.set(
      `ppt/slides/_rels/${slide}.rels`,
      relations(notes === undefined ? [layout] : [layout, ['notes', 'notesSlide', `../notesSlides/${note}`]]),
    );
    if (notes === undefined) continue;
    parts.set(`ppt/notesSlides/${note}`, `<p:notes ${SPACES}>${tree(notes)}</p:notes>`);
    parts.set(
      `ppt/notesSlides/_rels/${note}.rels`,
      relations([
        ['slide', 'slide', `../slides/${slide}`],
        ['master', 'notesMaster', '../notesMasters/notesMaster1.xml'],
      ]),
    );
  }
  const entries = [...parts].map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
  return Buffer.from(writeZip(entries, { level: 6 }));
}

const GROUP =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
