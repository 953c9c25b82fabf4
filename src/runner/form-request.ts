import { isUtf8 } from 'node:buffer';

import { invalid, quote } from '../core/errors.js';
import { fileCountFault, fileFault, filesSizeFault, inputFault } from '../core/input-faults.js';
import { CLASS_LIMITS, FILE_MIME_CHARACTERS } from '../core/limits.js';
import { checkOptions, optionValue } from '../core/options.js';
import type { FileRule, InputFile, Tool } from '../core/tool.js';
import { exceedsCodePoints } from '../lib/unicode/code-points.js';

import { type FormPart, readMultipart } from './multipart.js';
import { parseObject, type RunRequest, refuse } from './request.js';

const OPTION_FIELD = 'options.';

/**
 * Reads the body of a run that is a form: `input`, `options` as JSON or each as `options.<name>`, and `files`. Limits and checks are those
 * of a JSON body. Throws INVALID_INPUT or LIMIT_EXCEEDED, naming what is wrong.
 */
export function readFormRequest(tool: Tool, body: Buffer, boundary: string): RunRequest {
  const parts = readMultipart(body, boundary);
  let input = '';
  const options: Record<string, unknown> = Object.create(null);
  const files: FormPart[] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    const { name } = part;
    const isFile = tool.files !== undefined && (name === 'files' || name === 'files[]');
    if (!isFile && seen.size === seen.add(name).size) throw invalid(`Field ${quote(name)} is given twice`);
    if (isFile) files.push(part);
    else if (name === 'input') input = textOf(part);
    else if (name === 'options') addOptions(options, parseObject(Buffer.from(textOf(part)), 'Field "options"'));
    else if (name.startsWith(OPTION_FIELD)) addField(options, tool, name.slice(OPTION_FIELD.length), textOf(part));
    else throw invalid(`Unknown field ${quote(name)}: a run of ${tool.id} takes ${knownFields(tool)}`);
  }
  refuse(inputFault(tool.input, input));
  return {
    input,
    options: checkOptions(tool.id, tool.options, options),
    files: tool.files === undefined ? [] : readFiles(tool, tool.files, files),
  };
}

const knownFields = ({ files }: Tool): string =>
  ['"input"', '"options"', '"options.<name>"', ...(files === undefined ? [] : ['"files"'])].join(', ');

function textOf({ name, bytes }: FormPart): string {
  if (!isUtf8(bytes)) throw invalid(`Field ${quote(name)} must be valid UTF-8`);
  return bytes.toString();
}

function addOptions(options: Record<string, unknown>, given: object): void {
  for (const [name, value] of Object.entries(given)) addValue(options, name, value);
}

function addValue(options: Record<string, unknown>, name: string, value: unknown): void {
  if (Object.hasOwn(options, name)) throw invalid(`Option ${quote(name)} is given twice`);
  options[name] = value;
}

const addField = (options: Record<string, unknown>, tool: Tool, name: string, text: string): void =>
  addValue(options, name, optionValue(tool.options, name, text));

function readFiles(tool: Tool, rule: FileRule, parts: readonly FormPart[]): InputFile[] {
  refuse(fileCountFault(rule, parts.length));
  let total = 0;
  const files = parts.map(({ fileName = '', mime, bytes }, index) => {
    const where = `files[${index}]`;
    refuse(fileFault(tool.id, rule, fileName, where));
    if (mime !== undefined && exceedsCodePoints(mime, FILE_MIME_CHARACTERS))
      throw invalid(`Content type of "${where}" must have at most ${FILE_MIME_CHARACTERS} characters`);
    total += bytes.length;
    // A tool may change what it is given: each file is its own memory.
    return { name: fileName, mime, bytes: new Uint8Array(bytes) };
  });
  refuse(filesSizeFault(CLASS_LIMITS[tool.class].filesBytes, total));
  return files;
}
