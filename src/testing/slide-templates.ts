import { expect } from 'vitest';

import { OfficePackage } from '../lib/office/package.js';
import fillTemplate from '../tools/documents/docx-fill-template.js';
import pptxToText from '../tools/documents/pptx-to-text.js';
import { chanceOf } from './chance.js';
import { shapeOf } from './presentations.js';
import { runTool } from './run-tool.js';

const next = chanceOf(43);
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const runOf = (text: string): string => `<a:r><a:rPr lang="en" b="1"/><a:t>${escaped(text)}</a:t></a:r>`;

/** A paragraph whose text PowerPoint might have split anywhere. */
export function paragraph(text: string): string {
  let runs = '';
  for (let at = 0; at < text.length; ) {
    const length = 1 + next(6);
    runs += runOf(text.slice(at, at + length));
    at += length;
  }
  return `<a:p>${runs}<a:endParaRPr lang="en"/></a:p>`;
}

export const box = (...texts: string[]): string => shapeOf(texts.map(paragraph).join(''), '');
const TEXT_BOX = '<p:cNvSpPr txBox="1"/>';
export const textBox = (...texts: string[]): string => box(...texts).replace('<p:cNvSpPr/>', TEXT_BOX);
export const cell = (...texts: string[]): string =>
  `<a:tc><a:txBody><a:bodyPr/>${texts.map(paragraph).join('')}</a:txBody><a:tcPr/></a:tc>`;
export const row = (...cells: string[]): string =>
  `<a:tr h="370840">${cells.join('')}<a:extLst><a:ext uri="{0D108BD9-81ED-4DB2-BD59-A6C34878D82A}"><b:rowId xmlns:b="b" val="1"/></a:ext></a:extLst></a:tr>`;
export const table = (columns: number, ...rows: string[]): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="t"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="6000000" cy="400000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid>${'<a:gridCol w="2000000"/>'.repeat(columns)}</a:tblGrid>${rows.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

/** A presentation, filled. */
export const fillSlides = async (
  bytes: Uint8Array,
  data: unknown,
  more: { name: string; bytes: Buffer }[] = [],
  options = {},
) =>
  await runTool(fillTemplate, {
    input: JSON.stringify(data),
    files: [{ name: 'a.pptx', bytes: Buffer.from(bytes) }, ...more],
    options,
  });

/** Texts of the slides and of their notes. */
export async function slidesOf(bytes: Uint8Array | undefined) {
  const { text, message } = await runTool(pptxToText, {
    files: [{ name: 'a.pptx', bytes: Buffer.from(bytes ?? []) }],
    options: { format: 'text' },
  });
  expect(message).toBeUndefined();
  return (text ?? '')
    .split(/^Slide \d+(?:: .*)?$/m)
    .slice(1)
    .map((slide) => {
      const [body = '', notes = ''] = slide.split(/^Notes:$/m).map((one) => one.trim());
      return { text: body, notes };
    });
}

/** Every relation leads to a part, every part of a slide is used and typed, and no slide or relation is there twice. */
export function checkPackage(bytes: Uint8Array): void {
  const archive = new OfficePackage(bytes);
  const types = archive.bytes('[Content_Types].xml')?.toString() ?? '';
  const used = new Set<string>();
  const walk = (path: string): void => {
    if (used.has(path)) return;
    used.add(path);
    const relations = archive.relations(path);
    expect(new Set(relations.map(({ id }) => id)).size).toBe(relations.length);
    for (const { target, isExternal } of relations.filter((one) => !one.isExternal)) {
      expect(archive.has(target) && !isExternal, `${path} leads to ${target}`).toBe(true);
      walk(target);
    }
  };
  walk('');
  for (const name of archive.names.filter((one) => /^ppt\/(?:slides|notesSlides|charts)\/[^_]/.test(one))) {
    expect(used, name).toContain(name);
    expect(types.split(`PartName="/${name}"`).length, name).toBe(2);
  }
  for (const [, name = ''] of types.matchAll(/PartName="\/([^"]*)"/g)) expect(archive.has(name), name).toBe(true);
  const main = archive.bytes('ppt/presentation.xml')?.toString() ?? '';
  const list = /<p:sldIdLst>.*?<\/p:sldIdLst>|<p:sldIdLst\/>/.exec(main)?.[0] ?? '';
  const ids = [...list.matchAll(/ id="(\d+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
}
