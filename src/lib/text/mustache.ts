import { ContentFault, LimitFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../json/values.js';

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: string; readonly isRaw: boolean; readonly offset: number }
  | {
      readonly kind: 'section';
      readonly path: string;
      readonly isInverted: boolean;
      readonly offset: number;
      readonly parts: Part[];
    };

export interface MustacheSettings {
  /** How a value is written, unless in three braces. */
  readonly escape: (text: string) => string;
  /** Refuses names that are in no data. */
  readonly strict: boolean;
  /** Most UTF-16 units that all renderings together may make. */
  readonly limit: number;
}

// Sections in sections; more is not a template that anybody writes.
const MAX_DEPTH = 50;
// Steps of rendering: a section repeated over an empty text makes no output that a limit would stop.
const MAX_STEPS = 2_000_000;

/**
 * Mustache as the specification 1.4 says (comments, delimiters, interpolation, inverted sections, sections; no partials, no lambdas), on
 * JSON. Names are looked up in the data only: nothing is inherited, nothing is called.
 */
export class MustacheTemplate {
  private readonly parts: readonly Part[];
  private steps = 0;
  private made = 0;

  constructor(
    private readonly template: string,
    private readonly settings: MustacheSettings,
  ) {
    this.parts = readTemplate(template);
  }

  render(data: JsonValue): string {
    const output: string[] = [];
    this.write(this.parts, [data], output);
    return output.join('');
  }

  private write(parts: readonly Part[], stack: readonly JsonValue[], output: string[]): void {
    for (const part of parts) {
      if (++this.steps > MAX_STEPS) throw this.tooMuch();
      if (part.kind === 'text') this.put(part.text, output);
      else if (part.kind === 'value') this.put(this.valueOf(part, stack), output);
      else this.writeSection(part, stack, output);
    }
  }

  private valueOf({ path, isRaw, offset }: Extract<Part, { kind: 'value' }>, stack: readonly JsonValue[]): string {
    const value = lookUp(path, stack);
    if (value === undefined && this.settings.strict)
      throw ContentFault.at(this.template, offset, `there is no ${JSON.stringify(path)} in the data`);
    if (value === undefined || value === null) return '';
    if (this.settings.strict && typeof value === 'object' && !(value instanceof JsonNumber))
      throw ContentFault.at(
        this.template,
        offset,
        `${JSON.stringify(path)} is ${isJsonArray(value) ? 'an array' : 'an object'} and can only open a section`,
      );
    const written = textOf(value);
    return isRaw ? written : this.settings.escape(written);
  }

  private writeSection(part: Extract<Part, { kind: 'section' }>, stack: readonly JsonValue[], output: string[]): void {
    const value = lookUp(part.path, stack);
    if (value === undefined && this.settings.strict)
      throw ContentFault.at(this.template, part.offset, `there is no ${JSON.stringify(part.path)} in the data`);
    const isFalse =
      value === undefined || value === null || value === false || (isJsonArray(value) && value.length === 0);
    if (part.isInverted) {
      if (isFalse) this.write(part.parts, stack, output);
      return;
    }
    if (isFalse) return;
    const items = isJsonArray(value) ? value : [value];
    for (const item of items) {
      if (++this.steps > MAX_STEPS) throw this.tooMuch();
      this.write(part.parts, [...stack, item], output);
    }
  }

  private tooMuch(): LimitFault {
    const { limit } = this.settings;
    return LimitFault.whole(
      `The rendered text must have at most ${limit} characters and ${MAX_STEPS} tags, got more`,
      limit,
    );
  }

  private put(text: string, output: string[]): void {
    this.made += text.length;
    if (this.made > this.settings.limit) throw this.tooMuch();
    output.push(text);
  }
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.source;
  if (typeof value === 'boolean') return String(value);
  if (isJsonArray(value)) return value.map(textOf).join(',');
  return value === null ? '' : '[object]';
}

/** A name in the innermost data that has it; of a dotted name only the first part is searched for. */
function lookUp(path: string, stack: readonly JsonValue[]): JsonValue | undefined {
  if (path === '.') return stack.at(-1);
  const [first = '', ...rest] = path.split('.');
  let value: JsonValue | undefined;
  for (let index = stack.length - 1; index >= 0 && value === undefined; index--) value = property(stack[index], first);
  for (const name of rest) value = property(value, name);
  return value;
}

const property = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value !== undefined && isJsonObject(value) ? value.get(name) : undefined;

interface OpenSection {
  readonly path: string;
  readonly offset: number;
  readonly parts: Part[];
}

function readTemplate(template: string): readonly Part[] {
  let opening = '{{';
  let closing = '}}';
  const root: OpenSection = { path: '', offset: 0, parts: [] };
  const open: OpenSection[] = [root];
  const current = (): OpenSection => open.at(-1) ?? root;
  let from = 0;
  for (;;) {
    const start = template.indexOf(opening, from);
    if (start < 0) break;
    const sigil = template[start + opening.length] ?? '';
    const isTriple = sigil === '{' && opening === '{{';
    const end = sigil === '=' ? `=${closing}` : isTriple ? `}${closing}` : closing;
    const stop = template.indexOf(end, start + opening.length + (sigil === '=' ? 1 : 0));
    if (stop < 0) throw ContentFault.at(template, start, `the tag is not closed by ${JSON.stringify(end)}`);
    const hasSigil = /[#^/!>&={<$]/.test(sigil) && (sigil !== '{' || isTriple);
    const name = template.slice(start + opening.length + (hasSigil ? 1 : 0), stop).trim();
    const after = stop + end.length;
    // A tag that is not a value and stands alone takes its line with it.
    const line = /[#^/!=>]/.test(sigil) ? standaloneLine(template, start, after) : undefined;
    const textEnd = line === undefined ? start : line.start;
    if (textEnd > from) current().parts.push({ kind: 'text', text: template.slice(from, textEnd) });
    from = line === undefined ? after : line.end;
    if (sigil === '!') continue;
    if (sigil === '=') {
      const [left, right, ...more] = name.split(/\s+/);
      if (!left || !right || more.length > 0 || /=/.test(left + right))
        throw ContentFault.at(template, start, 'new delimiters must be two words without "="');
      [opening, closing] = [left, right];
      continue;
    }
    if (/[><$]/.test(sigil) && hasSigil) throw ContentFault.at(template, start, 'partials do not exist here');
    if (name === '') throw ContentFault.at(template, start, 'the tag has no name');
    if (sigil === '#' || sigil === '^') {
      if (open.length > MAX_DEPTH)
        throw ContentFault.at(template, start, `sections can be nested ${MAX_DEPTH} deep at most`);
      const parts: Part[] = [];
      current().parts.push({ kind: 'section', path: name, isInverted: sigil === '^', offset: start, parts });
      open.push({ path: name, offset: start, parts });
    } else if (sigil === '/') {
      if (open.length === 1) throw ContentFault.at(template, start, `section ${JSON.stringify(name)} was not opened`);
      const section = current();
      if (section.path !== name)
        throw ContentFault.at(template, start, `section ${JSON.stringify(section.path)} must be closed first`);
      open.pop();
    } else current().parts.push({ kind: 'value', path: name, isRaw: sigil === '&' || isTriple, offset: start });
  }
  if (open.length > 1)
    throw ContentFault.at(template, current().offset, `section ${JSON.stringify(current().path)} is not closed`);
  if (from < template.length) root.parts.push({ kind: 'text', text: template.slice(from) });
  return root.parts;
}

/** The line of a tag that has nothing but blanks beside it, with its line break. */
function standaloneLine(template: string, start: number, end: number): { start: number; end: number } | undefined {
  let first = start;
  while (first > 0 && /[ \t]/.test(template[first - 1] ?? '')) first--;
  if (first > 0 && template[first - 1] !== '\n' && template[first - 1] !== '\r') return undefined;
  let last = end;
  while (last < template.length && /[ \t]/.test(template[last] ?? '')) last++;
  if (last === template.length) return { start: first, end: last };
  if (template.startsWith('\r\n', last)) return { start: first, end: last + 2 };
  return template[last] === '\n' || template[last] === '\r' ? { start: first, end: last + 1 } : undefined;
}
