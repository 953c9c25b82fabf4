/** Headers of an HTTP response as they are pasted: from `curl -i`, developer tools or a log. */

export interface HeaderField {
  /** As it was written. */
  readonly name: string;
  readonly value: string;
  /** From 1; 0 where it was never in a text. */
  readonly line: number;
}

export interface ResponseHeaders {
  /** Of the last status line; `undefined` where there is none. */
  readonly status: number | undefined;
  /** `HTTP/1.1`, `HTTP/2`. */
  readonly version: string;
  readonly fields: readonly HeaderField[];
  /** Lines that are no header, from 1. */
  readonly strange: readonly number[];
}

const STATUS = /^(?:< ?)?(HTTP\/\d(?:\.\d)?) (\d{3})\b/;
/** RFC 9110 §5.6.2. */
const FIELD = /^(?:< ?)?:?([!#$%&'*+.^_`|~\dA-Za-z-]+)[ \t]*:[ \t]*(.*)$/;

/** The headers of the last response: those of redirects before it are dropped, and the body after it. Folded lines are joined. */
export function readResponseHeaders(text: string): ResponseHeaders {
  let [status, version]: [number | undefined, string] = [undefined, ''];
  let fields: HeaderField[] = [];
  let strange: number[] = [];
  let isOver = false;
  // A block copied out of a mail or a list is indented as a whole; a folded line is indented against the first.
  const indent = /^\ufeff?(?:[ \t]*[\r\n])*([ \t]+)\S/.exec(text)?.[1] ?? '';
  for (const [index, whole] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .entries()) {
    const raw = whole.startsWith(indent) ? whole.slice(indent.length) : whole;
    const found = STATUS.exec(raw);
    if (found !== null) {
      [status, version, fields, strange, isOver] = [Number(found[2]), found[1] ?? '', [], [], false];
      continue;
    }
    const line = raw.trimEnd();
    if (line === '' || line === '<') {
      // Before the first header, blank lines mean nothing; after a status line they end the head.
      isOver ||= fields.length > 0 && status !== undefined;
      continue;
    }
    if (isOver || /^[*>{}] ?/.test(line)) continue;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      fields[fields.length - 1] = { ...last, value: `${last.value} ${line.trim()}`.trim() };
      continue;
    }
    const field = FIELD.exec(line);
    if (field === null) strange.push(index + 1);
    else fields.push({ name: field[1] ?? '', value: (field[2] ?? '').trim(), line: index + 1 });
  }
  return { status, version, fields, strange };
}

/** Directives of a list such as `max-age=60, public` or `default-src 'self'; img-src *`, their names in lowercase. */
export function directivesOf(value: string, separator: ',' | ';'): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of value.split(separator)) {
    const [, name = '', rest = ''] = /^\s*([^\s=]+)\s*=?\s*(.*?)\s*$/.exec(part) ?? [];
    const key = name.toLowerCase();
    if (key !== '' && !found.has(key)) found.set(key, rest.replace(/^"(.*)"$/, '$1'));
  }
  return found;
}
