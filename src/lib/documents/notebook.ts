import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';
import { codeBlock } from '../page-text/markdown.js';

/** Colours and movements of terminals (ECMA-48, 5.4), which tracebacks are full of. */
const TERMINAL_CODES = /\u001b\[[\d;]*[A-Za-z]/g;

/**
 * A Jupyter notebook (nbformat 3 and 4) as Markdown: cells of text as they are, code and what it printed as code blocks. Pictures are
 * left out. `htmlOf` converts tables that cells returned. Throws ContentFault where the JSON is no notebook.
 */
export function notebookMarkdown(root: JsonValue, htmlOf: (html: string) => string): string {
  if (!isJsonObject(root)) throw new ContentFault('the document must be an object');
  const sheets = listOf(root.get('worksheets')).filter(isJsonObject);
  const cells = root.get('cells') ?? sheets.flatMap((sheet) => listOf(sheet.get('cells')));
  if (!isJsonArray(cells) || (cells.length === 0 && root.get('nbformat') === undefined))
    throw new ContentFault('it has no "cells"');
  const language = languageOf(root);
  const parts = cells.filter(isJsonObject).flatMap((cell) => cellParts(cell, language, htmlOf));
  const whole = parts.filter((part) => part.trim() !== '').join('\n\n');
  return whole === '' ? '' : `${whole}\n`;
}

function languageOf(root: JsonObject): string {
  const metadata = objectOf(root.get('metadata'));
  const name =
    objectOf(metadata.get('language_info')).get('name') ?? objectOf(metadata.get('kernelspec')).get('language');
  return typeof name === 'string' && /^[\w+#.-]{1,30}$/.test(name) ? name : 'python';
}

function cellParts(cell: JsonObject, language: string, htmlOf: (html: string) => string): string[] {
  const source = textOf(cell.get('source') ?? cell.get('input')).trimEnd();
  switch (cell.get('cell_type')) {
    case 'code': {
      const outputs = listOf(cell.get('outputs')).filter(isJsonObject);
      return [codeBlock(source, language), ...outputs.map((output) => outputPart(output, htmlOf))];
    }
    case 'heading': {
      const level = cell.get('level');
      const depth = level instanceof JsonNumber ? level.toNumber() : 1;
      return [`${'#'.repeat(depth >= 1 && depth <= 6 ? Math.floor(depth) : 1)} ${source.replace(/\s+/g, ' ')}`];
    }
    default:
      return [source];
  }
}

/** What a cell printed, returned or failed with. */
function outputPart(output: JsonObject, htmlOf: (html: string) => string): string {
  const data = objectOf(output.get('data'));
  const markdown = textOf(data.get('text/markdown'));
  if (markdown.trim() !== '') return markdown.trim();
  const html = textOf(data.get('text/html') ?? output.get('html'));
  if (/<table[\s>]/i.test(html)) return htmlOf(html).trim();
  const traceback = listOf(output.get('traceback')).filter((line) => typeof line === 'string');
  const fault = [output.get('ename'), output.get('evalue')].filter((part) => typeof part === 'string').join(': ');
  const plain =
    traceback.length > 0 ? traceback.join('\n') : textOf(data.get('text/plain') ?? output.get('text')) || fault;
  return codeBlock(plain.replace(TERMINAL_CODES, '').replace(/\r\n?/g, '\n').trimEnd(), 'text');
}

const EMPTY: JsonObject = new Map();

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : EMPTY;

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value !== undefined && isJsonArray(value) ? value : [];

/** nbformat 4, "multiline string": one text, or a list of its lines. */
function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .filter((line) => typeof line === 'string')
    .join('');
}
