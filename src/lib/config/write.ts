import { ContentFault, LimitFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';

/** Keys are repeated with every value below them. */
const MAX_UNITS = 4 * 2 ** 20;

/** Throws LimitFault beyond `MAX_UNITS`. */
function counter(): (part: string) => void {
  let units = 0;
  return (part) => {
    units += part.length;
    if (units > MAX_UNITS) throw LimitFault.whole(`The result must have at most ${MAX_UNITS} characters`, MAX_UNITS);
  };
}

const member = (path: string, key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key.slice(0, 80))}]`;

const isWhole = ({ source }: JsonNumber): boolean => /^-?\d+$/.test(source);

function needObject(value: JsonValue, path: string, format: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw gap(path, `${format} must have keys and values at the top`);
}

/** The text of a scalar, for formats without types. */
function scalarText(value: JsonValue, path: string, format: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return value.source;
  if (value === null) throw gap(path, `${format} has no null`);
  throw gap(path, `${format} has no ${isJsonArray(value) ? 'lists' : 'nested values'} here`);
}

/** TOML 1.0. It has no null, and whole numbers of 64 bits. */
export function writeToml(value: JsonValue): string {
  const parts: string[] = [];
  const inline = (item: JsonValue, path: string): string => {
    if (item === null) throw gap(path, 'TOML has no null');
    if (typeof item === 'string') return quoteToml(item);
    if (typeof item === 'boolean') return String(item);
    if (item instanceof JsonNumber) return tomlNumber(item, path);
    if (isJsonArray(item)) return `[${item.map((element, index) => inline(element, `${path}[${index}]`)).join(', ')}]`;
    const entries = [...item].map(([key, element]) => `${tomlKey(key)} = ${inline(element, member(path, key))}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  };
  const isTables = (item: JsonValue): item is readonly JsonObject[] =>
    isJsonArray(item) && item.length > 0 && item.every(isJsonObject);
  const table = (object: JsonObject, names: readonly string[], path: string): void => {
    for (const [key, item] of object) {
      if (isJsonObject(item) || isTables(item)) continue;
      parts.push(`${tomlKey(key)} = ${inline(item, member(path, key))}\n`);
    }
    for (const [key, item] of object) {
      const inner = [...names, tomlKey(key)];
      if (isJsonObject(item)) {
        // A table that holds nothing but tables is implied by them.
        if (item.size === 0 || [...item.values()].some((one) => !isJsonObject(one) && !isTables(one)))
          header(`[${inner.join('.')}]`);
        table(item, inner, member(path, key));
      } else if (isTables(item)) {
        for (const [index, element] of item.entries()) {
          header(`[[${inner.join('.')}]]`);
          table(element, inner, `${member(path, key)}[${index}]`);
        }
      }
    }
  };
  const count = counter();
  const header = (text: string): void => {
    count(text);
    parts.push(parts.length === 0 ? '' : '\n', text, '\n');
  };
  table(needObject(value, '$', 'TOML'), [], '$');
  return parts.join('');
}

const tomlKey = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quoteToml(key));

const quoteToml = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

function tomlNumber(value: JsonNumber, path: string): string {
  if (isWhole(value)) {
    const whole = BigInt(value.source);
    if (whole < -(2n ** 63n) || whole >= 2n ** 63n)
      throw gap(path, `${value.source.slice(0, 40)} has more than the 64 bits of TOML`);
    return value.source;
  }
  if (!value.isExact()) throw gap(path, `${value.source.slice(0, 40)} has more digits than a float of TOML`);
  return value.source;
}

/**
 * INI that Python's configparser and PHP read: one level of sections, texts. Keys at the top stand in `[DEFAULT]`: configparser refuses
 * keys outside of sections.
 */
export function writeIni(value: JsonValue): string {
  const lines = (object: JsonObject, path: string): string =>
    [...object]
      .map(([key, item]) => {
        const at = member(path, key);
        if (key !== key.trim() || key === '' || /^[[#;]|[=:\n\r]/.test(key)) throw gap(at, 'INI cannot write this key');
        const text = scalarText(item, at, 'INI');
        if (text !== text.trim() || /[\n\r]/.test(text))
          throw gap(at, 'INI has no line breaks and no white space at the ends of values');
        return `${key} =${text === '' ? '' : ` ${text}`}\n`;
      })
      .join('');
  const root = needObject(value, '$', 'INI');
  const loose = new Map([...root].filter(([, item]) => !isJsonObject(item)));
  const sections = [...root].map(([name, item]) => {
    if (!isJsonObject(item) || (name === DEFAULT_SECTION && loose.size > 0)) return '';
    const path = member('$', name);
    if (name !== name.trim() || name === '' || /[\]\n\r]/.test(name)) throw gap(path, 'INI cannot write this section');
    return `[${name}]\n${lines(item, path)}\n`;
  });
  const more = root.get(DEFAULT_SECTION);
  const defaults = isJsonObject(more ?? null) && loose.size > 0 ? (more as JsonObject) : new Map();
  for (const key of defaults.keys()) {
    if (loose.has(key))
      throw gap(`$.${DEFAULT_SECTION}.${key}`, 'a key at the top has the same name, and stands in that section too');
  }
  const top = loose.size === 0 ? '' : `[${DEFAULT_SECTION}]\n${lines(loose, '$')}${lines(defaults, '$.DEFAULT')}\n`;
  return `${top}${sections.join('')}`.replace(/\n\n$/, '\n');
}

/** Where keys outside of sections go, and come from: configparser's section of defaults. */
export const DEFAULT_SECTION = 'DEFAULT';

/** Java's .properties: nested keys are joined by dots, places in lists stand in brackets. */
export function writeProperties(value: JsonValue): string {
  const result = new Map<string, string>();
  const count = counter();
  const put = (item: JsonValue, key: string, path: string): void => {
    if (isJsonObject(item) && item.size > 0) {
      for (const [name, inner] of item) put(inner, key === '' ? name : `${key}.${name}`, member(path, name));
      return;
    }
    if (isJsonArray(item) && item.length > 0 && key !== '') {
      for (const [index, inner] of item.entries()) put(inner, `${key}[${index}]`, `${path}[${index}]`);
      return;
    }
    const text = scalarText(item, path, 'A .properties file');
    if (result.has(key)) throw gap(path, `two values would have the key ${JSON.stringify(key.slice(0, 80))}`);
    count(key);
    result.set(key, text);
  };
  const root = needObject(value, '$', 'A .properties file');
  for (const [name, item] of root) put(item, name, member('$', name));
  return [...result].map(([key, text]) => `${escapeProperty(key, true)}=${escapeProperty(text, false)}\n`).join('');
}

/** As java.util.Properties.store: beyond ASCII as \\uXXXX, so that any charset reads it. */
function escapeProperty(text: string, isKey: boolean): string {
  return text
    .replace(isKey ? /[\\=:#! ]/g : /\\|^ /g, '\\$&')
    .replace(/[\t\n\r\f]/g, (character) => ESCAPED.get(character) ?? character)
    .replace(
      /[^\u0020-\u007e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\f', '\\f'],
]);

/** .env that dotenv reads: names and texts. */
export function writeEnv(value: JsonValue): string {
  return [...needObject(value, '$', 'A .env file')]
    .map(([key, item]) => {
      const path = member('$', key);
      if (!/^[\w.-]+$/.test(key)) throw gap(path, 'a .env file takes names of letters, digits, "_", "." and "-"');
      return `${key}=${quoteEnv(scalarText(item, path, 'A .env file'), path)}\n`;
    })
    .join('');
}

function quoteEnv(text: string, path: string): string {
  if (/^[\w@%+:,./-]*$/.test(text)) return text;
  if (text.includes('\r') || text.endsWith('\\'))
    throw gap(path, 'a .env file cannot write a carriage return or a backslash at the end');
  const quote = ["'", '"', '`'].find((mark) => !text.includes(mark) && !(mark === '"' && /\\[nr]/.test(text)));
  if (quote === undefined) throw gap(path, 'a .env file cannot write all three quotes in one value');
  return quote + text + quote;
}

/** A property list of Apple's, as XML. */
export function writePlist(value: JsonValue): string {
  const parts: string[] = [];
  const put = (item: JsonValue, indent: string, path: string): void => {
    if (item === null) throw gap(path, 'a property list has no null');
    if (typeof item === 'boolean') parts.push(`${indent}<${item}/>\n`);
    else if (typeof item === 'string') parts.push(`${indent}<string>${xmlText(item, path)}</string>\n`);
    else if (item instanceof JsonNumber) parts.push(indent, plistNumber(item, path), '\n');
    else if (isJsonArray(item)) {
      parts.push(indent, item.length === 0 ? '<array/>\n' : '<array>\n');
      for (const [index, element] of item.entries()) put(element, `${indent}\t`, `${path}[${index}]`);
      if (item.length > 0) parts.push(indent, '</array>\n');
    } else {
      parts.push(indent, item.size === 0 ? '<dict/>\n' : '<dict>\n');
      for (const [key, element] of item) {
        parts.push(`${indent}\t<key>${xmlText(key, member(path, key))}</key>\n`);
        put(element, `${indent}\t`, member(path, key));
      }
      if (item.size > 0) parts.push(indent, '</dict>\n');
    }
  };
  put(value, '', '$');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n${parts.join('')}</plist>\n`;
}

function plistNumber(value: JsonNumber, path: string): string {
  if (!isWhole(value)) {
    if (!value.isExact())
      throw gap(path, `${value.source.slice(0, 40)} has more digits than a real of a property list`);
    return `<real>${value.source}</real>`;
  }
  const whole = BigInt(value.source);
  if (whole < -(2n ** 63n) || whole >= 2n ** 64n)
    throw gap(path, `${value.source.slice(0, 40)} has more than the 64 bits of a property list`);
  return `<integer>${value.source}</integer>`;
}

function xmlText(text: string, path: string): string {
  if (NOT_XML.test(text)) throw gap(path, 'XML cannot write a control character of this text');
  return escapeXmlText(text);
}

/**
 * XML by the convention of the reading side: `@` before attributes, `#text` for text beside them, an element for every item of a
 * list. What has not one key at the top stands in `<root>`.
 */
export function writeXmlText(value: JsonValue): string {
  const parts: string[] = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const put = (name: string, item: JsonValue, indent: string, path: string): void => {
    if (!/^[A-Za-z_\u00c0-\u02ff\u0370-\u1fff\u3001-\ud7ff][\w.:\u00b7-\ud7ff-]*$/u.test(name))
      throw gap(path, 'XML cannot write this name');
    if (item === null) throw gap(path, 'XML has no null');
    if (isJsonArray(item)) throw gap(path, 'XML has no lists in lists');
    if (!isJsonObject(item)) {
      const text = xmlText(scalarText(item, path, 'XML'), path);
      parts.push(`${indent}<${name}>${text}</${name}>\n`);
      return;
    }
    const attributes = [...item].filter(([key]) => key.startsWith('@'));
    parts.push(`${indent}<${name}`);
    for (const [key, attribute] of attributes) {
      const at = member(path, key);
      if (!/^@[A-Za-z_][\w.:-]*$/.test(key)) throw gap(at, 'XML cannot write this name');
      const text = scalarText(attribute, at, 'An attribute of XML');
      xmlText(text, at);
      parts.push(` ${key.slice(1)}="${escapeXmlAttribute(text)}"`);
    }
    const text = item.get('#text');
    const children = item.size - attributes.length - (text === undefined ? 0 : 1);
    if (text !== undefined && children > 0) throw gap(path, 'text beside elements has no place that is known');
    if (text !== undefined) {
      parts.push(`>${xmlText(scalarText(text, member(path, '#text'), 'XML'), path)}</${name}>\n`);
      return;
    }
    if (children === 0) {
      parts.push('/>\n');
      return;
    }
    parts.push('>\n');
    for (const [key, child] of item) if (!key.startsWith('@')) each(key, child, `${indent}  `, member(path, key));
    parts.push(`${indent}</${name}>\n`);
  };
  const each = (name: string, item: JsonValue, indent: string, path: string): void => {
    if (!isJsonArray(item)) {
      put(name, item, indent, path);
      return;
    }
    if (item.length === 0) throw gap(path, 'XML has no empty lists');
    for (const [index, element] of item.entries()) put(name, element, indent, `${path}[${index}]`);
  };
  const [only] = isJsonObject(value) && value.size === 1 ? [...value] : [];
  if (only !== undefined && !isJsonArray(only[1]) && !/^[@#]/.test(only[0]))
    put(only[0], only[1], '', member('$', only[0]));
  else put('root', isJsonArray(value) ? new Map([['item', value]]) : value, '', '$');
  return parts.join('');
}

/** Something that the target cannot say. */
const gap = (path: string, fault: string): ContentFault => new ContentFault(`${path}: ${fault}`, fault);
