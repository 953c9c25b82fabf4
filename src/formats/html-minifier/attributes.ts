import { type HtmlElement, isOfHtml } from '../../engines/xml/html-document.js';

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** HTML standard, index of attributes: boolean ones. */
const BOOLEAN = words(
  'allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate inert ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed selected',
);
/** What a page means by itself, by element, attribute and value. */
const DEFAULTS = words(
  'script:type=text/javascript script:type=application/javascript script:language=javascript style:type=text/css link:type=text/css style:media=all link:media=all form:method=get',
);
const NOTHING = words('class style id');

/**
 * Shortens the attributes of an element in place: boolean ones lose their value, those that say what holds anyway go, classes are
 * divided by one space.
 */
export function shortenAttributes(element: HtmlElement): void {
  if (!isOfHtml(element)) return;
  const { tagName } = element;
  element.attrs = element.attrs.filter(({ name, value }) => {
    if (NOTHING.has(name) && value.trim() === '') return false;
    return !DEFAULTS.has(`${tagName}:${name}=${value.trim().toLowerCase()}`);
  });
  for (const attribute of element.attrs) {
    const { name, value } = attribute;
    if (BOOLEAN.has(name) && !tagName.includes('-') && ['', name, 'true'].includes(value.toLowerCase()))
      attribute.value = '';
    else if (name === 'class') attribute.value = value.replace(/[\t\n\f\r ]+/g, ' ').trim();
    else if (name === 'style') attribute.value = value.trim().replace(/;$/, '').trimEnd();
  }
}

/** Letters that a text in ASCII did not have are written as references. */
export type Letters = (text: string) => string;

/** Where a text names references: `&` before what may be one. */
const REFERENCE = /&(?=[a-z#])/gi;
/** In an attribute `&name=` is none, HTML standard 13.2.5.73. */
const REFERENCE_IN_VALUE = /&(?![a-z][a-z\d]*=)(?=[a-z#])/gi;

export const textOf = (text: string, letters: Letters): string =>
  letters(text.replace(REFERENCE, '&amp;').replaceAll('<', '&lt;'));

/** An attribute with what stands before it: in the shortest quotes there are, or in none. */
export function attributeText(name: string, value: string, letters: Letters): string {
  if (value === '') return ` ${name}`;
  const text = value.replace(REFERENCE_IN_VALUE, '&amp;');
  if (/^[^\t\n\f\r "'`=<>\u00a0]*[^\t\n\f\r "'`=<>\u00a0/]$/.test(text)) return ` ${name}=${letters(text)}`;
  const [double, single] = [text.split('"').length, text.split("'").length];
  const quoted = double > single ? `'${text.replaceAll("'", '&#39;')}'` : `"${text.replaceAll('"', '&#34;')}"`;
  return ` ${name}=${letters(quoted)}`;
}
