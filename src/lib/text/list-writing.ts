import { escapeHtmlText } from '../xml/references.js';
import { BoundedText } from './bounded-text.js';
import { SEPARATORS } from './list-formats.js';

export const QUOTES = { none: '', single: "'", double: '"', backtick: '`' } as const;

/** An item in quotes; a quote inside it is written twice, as SQL and CSV have it. */
export const quoteItem = (item: string, quote: string): string =>
  quote === '' ? item : `${quote}${item.replaceAll(quote, quote + quote)}${quote}`;

/** What JSON and SQL read as a number just as it stands; 007 and 1e5000 are left to be text. */
const NUMBER = /^-?(?:0|[1-9]\d{0,307})(?:\.\d+)?$/;

export type ListTarget =
  | 'custom'
  | 'newline'
  | 'comma'
  | 'tab'
  | 'semicolon'
  | 'pipe'
  | 'space'
  | 'json'
  | 'sql'
  | 'bullets'
  | 'numbered'
  | 'html';

export interface ListStyle {
  readonly to: ListTarget;
  readonly separator: string;
  readonly quote: 'auto' | keyof typeof QUOTES;
  readonly prefix: string;
  readonly suffix: string;
}

/** A list as a text of at most `most` UTF-16 units. Throws LimitFault. */
export function writeList(
  items: readonly string[],
  { to, separator: own, quote, prefix, suffix }: ListStyle,
  most: number,
): string {
  const areNumbers = items.length > 0 && items.every((item) => NUMBER.test(item));
  const result = new BoundedText(most);
  result.add(prefix);
  const addAll = (written: (item: string, index: number) => string, between: string): void => {
    for (const [index, item] of items.entries())
      result.add(index === 0 ? written(item, 0) : between + written(item, index));
  };
  if (to === 'json') {
    result.add('[');
    addAll((item) => `\n  ${areNumbers ? item : JSON.stringify(item)}`, ',');
    result.add(items.length === 0 ? ']' : '\n]');
  } else if (to === 'sql') {
    result.add('(');
    addAll((item) => (areNumbers ? item : quoteItem(item, "'")), ', ');
    result.add(')');
  } else if (to === 'html') {
    result.add('<ul>\n');
    addAll((item) => `  <li>${escapeHtmlText(item)}</li>\n`, '');
    result.add('</ul>');
  } else if (to === 'bullets') addAll((item) => `- ${item}`, '\n');
  else if (to === 'numbered') addAll((item, index) => `${index + 1}. ${item}`, '\n');
  else if (quote !== 'auto') addAll((item) => quoteItem(item, QUOTES[quote]), to === 'custom' ? own : SEPARATORS[to]);
  else if (to === 'newline') addAll((item) => item, '\n');
  else {
    const separator = to === 'custom' ? own : SEPARATORS[to];
    // RFC 4180 rules 6 and 7; a list that is read back gives the same items.
    const mustBeQuoted = (item: string): boolean =>
      item.includes(separator) ||
      /^"|[\r\n]|^\s|\s$/.test(item) ||
      (to === 'space' && (item === '' || /\s/.test(item)));
    addAll((item) => (mustBeQuoted(item) ? quoteItem(item, '"') : item), separator);
  }
  result.add(suffix);
  return result.toString();
}

/** Bounded before it is made: a short item may have a long wrapping. */
export function wrapItems(items: readonly string[], prefix: string, suffix: string, most: number): string[] {
  const bound = new BoundedText(most);
  return items.map((item) => {
    const wrapped = prefix + item + suffix;
    bound.add(wrapped);
    return wrapped;
  });
}
