import { attributeInAnyCase, type HtmlElement, type HtmlNode, lineBelow } from '../../engines/xml/html-document.js';
import { allElements, selectorOf } from '../../engines/xml/selectors.js';
import { htmlOf } from '../../engines/xml/write-html.js';
import { ContentFault } from '../../lib/faults.js';

/** What is taken of an element: its text, its HTML, or one of its attributes. */
export type Part = 'text' | 'html' | 'outer-html' | (string & {});

export interface QueryField {
  readonly name: string;
  /** Empty for the element itself. */
  readonly selector: string;
  readonly part: Part;
}

const MAX_FIELDS = 50;

/** Attributes that hold an address. */
const ADDRESSES: ReadonlySet<string> = new Set(
  'action cite data formaction href longdesc manifest poster src background'.split(' '),
);

/**
 * Fields of a record, one per line: `name: selector @part`, of which the selector or the part may be missing. Throws ContentFault,
 * naming the line.
 */
export function readFields(text: string): QueryField[] {
  const fields: QueryField[] = [];
  text.split(/\r\n|[\r\n]/).forEach((line, index) => {
    if (line.trim() === '') return;
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(0, at)).trim();
    if (name === '') throw new ContentFault(`line ${index + 1} must be a name, a colon and a selector`);
    if (fields.some((field) => field.name === name))
      throw new ContentFault(`line ${index + 1} has a name that was used before`);
    const rest = line.slice(at + 1).trim();
    const part = /(?:^|\s)@([^\s@"'\]]+)$/.exec(rest);
    const selector = part === null ? rest : rest.slice(0, part.index).trim();
    fields.push({ name, selector, part: part?.[1]?.toLowerCase() ?? 'text' });
  });
  if (fields.length > MAX_FIELDS) throw new ContentFault(`there must be at most ${MAX_FIELDS} fields`);
  for (const { name, selector } of fields) check(name, selector);
  return fields;
}

/** Throws ContentFault where a field's selector is none, before a page is looked at. */
function check(name: string, selector: string): void {
  try {
    if (selector !== '') selectorOf(selector, 'an element');
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error;
    throw new ContentFault(`field "${name.slice(0, 40)}": ${error.message}`);
  }
}

export interface QueryRules {
  readonly selector: string;
  readonly part: Part;
  readonly fields: readonly QueryField[];
  readonly limit: number;
  /** Makes an address absolute. */
  readonly resolve: (address: string) => string;
}

export interface QueryResult {
  /** Elements that match, those beyond the limit too. */
  readonly count: number;
  /** One per match, where there are no fields. */
  readonly values: readonly (string | null)[];
  /** One per match, where there are fields. */
  readonly records: readonly Readonly<Record<string, string | null>>[];
}

/** What a selector finds in a page. Throws ContentFault where it is no selector. Run it within a WorkTime. */
export function queryPage(page: HtmlNode, rules: QueryRules): QueryResult {
  const matches = selectorOf(rules.selector);
  const found: HtmlElement[] = [];
  let count = 0;
  for (const element of allElements(page)) {
    if (!matches(element)) continue;
    count++;
    if (count <= rules.limit) found.push(element);
  }
  if (rules.fields.length === 0)
    return { count, values: found.map((element) => partOf(element, rules.part, rules)), records: [] };
  return {
    count,
    values: [],
    records: found.map((element) =>
      Object.fromEntries(rules.fields.map((field) => [field.name, fieldOf(element, field, rules)])),
    ),
  };
}

function fieldOf(scope: HtmlElement, { selector, part }: QueryField, rules: QueryRules): string | null {
  if (selector === '') return partOf(scope, part, rules);
  const matches = selectorOf(selector, scope);
  for (const element of candidates(scope, selector)) if (matches(element)) return partOf(element, part, rules);
  return null;
}

/** Elements below the scope, or beside it for a selector that begins with a sibling combinator. */
const candidates = (scope: HtmlElement, selector: string): Iterable<HtmlElement> =>
  /^[+~]/.test(selector) && scope.parentNode !== null ? allElements(scope.parentNode as HtmlNode) : allElements(scope);

function partOf(element: HtmlElement, part: Part, { resolve }: QueryRules): string | null {
  switch (part) {
    case 'text':
      return lineBelow(element);
    case 'html':
      return htmlOf(element.childNodes);
    case 'outer-html':
      return htmlOf([element]);
    default: {
      const value = attributeInAnyCase(element, part);
      return value !== undefined && ADDRESSES.has(part) ? resolve(value) : (value ?? null);
    }
  }
}
