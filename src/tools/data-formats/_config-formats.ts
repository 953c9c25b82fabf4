import { extensionOf } from '../../core/files.js';
import { invalid, quote, ToolError } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { readToml } from '../../engines/toml-document.js';
import { readYaml, readYamlStream, type YamlDocument } from '../../engines/yaml/document.js';
import { yamlToJson } from '../../engines/yaml/values.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import type { TextSource } from '../../formats/text-source.js';
import { readXml } from '../../formats/xml-document.js';
import { isBinaryPlist, readBinaryPlist } from '../../lib/config/binary-plist.js';
import { readEnvFile } from '../../lib/config/env-file.js';
import { readIni, readProperties } from '../../lib/config/read-lines.js';
import { writeEnv, writeIni, writePlist, writeProperties, writeToml, writeXmlText } from '../../lib/config/write.js';
import { unlessFaulty } from '../../lib/faults.js';
import { writeYaml } from '../../lib/json/to-yaml.js';
import type { JsonValue } from '../../lib/json/values.js';
import { readPlist } from '../../lib/xml/plist.js';
import { xmlToJson } from '../../lib/xml/to-json.js';

export const CONFIG_FORMATS = ['json', 'yaml', 'toml', 'ini', 'properties', 'env', 'plist', 'xml'] as const;
export type ConfigFormat = (typeof CONFIG_FORMATS)[number];

const YAML_RULES = { version: '1.2', mergeKeys: true } as const;
const XML_RULES = {
  convention: 'default',
  attributePrefix: '@',
  textKey: '#text',
  types: false,
  arrays: false,
  trim: true,
} as const;

/** By the format, or the one that `detectConfig` finds. */
export function readConfig(source: TextSource, from: ConfigFormat | 'auto'): JsonValue {
  const { text, label } = source;
  const { format, yaml } = from === 'auto' ? detectConfig(source) : { format: from };
  switch (format) {
    case 'json':
      return readJson(text, label);
    case 'yaml':
      return readYamlConfig(text, label, yaml ?? readYaml(text, label));
    case 'toml':
      return readToml(text, label);
    case 'ini':
      return refusing(`Cannot read ${label} as INI`, () => readIni(text));
    case 'properties':
      return refusing(`Cannot read ${label} as a .properties file`, () => readProperties(text));
    case 'env':
      return readEnv(text, label);
    case 'plist':
      return refusing(`Cannot convert ${label}`, () => readPlist(readXml(text, label), text));
    case 'xml':
      return refusing(`Cannot convert ${label}`, () => xmlToJson(readXml(text, label).root, { ...XML_RULES, text }));
  }
}

/**
 * A binary property list that is uploaded; `undefined` where there is none. Throws INVALID_INPUT where it is damaged or `from` says
 * something else.
 */
export function readBinarySource(
  { input, files: [upload] }: { readonly input: string; readonly files: readonly InputFile[] },
  from: ConfigFormat | 'auto',
): { readonly source: TextSource; readonly value: JsonValue } | undefined {
  if (upload === undefined || input !== '' || !isBinaryPlist(upload.bytes)) return undefined;
  const label = `file ${quote(upload.name)}`;
  if (from !== 'auto' && from !== 'plist')
    throw invalid(`Cannot read ${label} as ${from}: it is a binary property list`);
  const value = refusing(`Cannot read ${label} as a binary property list`, () => readBinaryPlist(upload.bytes));
  return { source: { text: '', label, file: upload, encoding: undefined }, value };
}

function readYamlConfig(text: string, label: string, [first, ...more]: readonly YamlDocument[]): JsonValue {
  if (more.length > 0) throw invalid(`Cannot convert ${label}: it must have one YAML document, got ${more.length + 1}`);
  return first === undefined ? null : yamlToJson(first, text, label, YAML_RULES);
}

function readEnv(text: string, label: string): JsonValue {
  const result = new Map<string, JsonValue>();
  for (const part of readEnvFile(text)) {
    if ('fault' in part) throw invalid(`Cannot read ${label} as a .env file: line ${part.line}: ${part.fault}`);
    if ('key' in part) result.set(part.key, part.value);
  }
  return result;
}

export function writeConfig(value: JsonValue, format: ConfigFormat): string {
  switch (format) {
    case 'json':
      return writeDocument(value);
    case 'yaml':
      return writeYaml(value);
    case 'toml':
      return writeToml(value);
    case 'ini':
      return writeIni(value);
    case 'properties':
      return writeProperties(value);
    case 'env':
      return writeEnv(value);
    case 'plist':
      return writePlist(value);
    case 'xml':
      return writeXmlText(value);
  }
}

const ENDINGS: ReadonlyMap<string, ConfigFormat> = new Map([
  ['.json', 'json'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.toml', 'toml'],
  ['.ini', 'ini'],
  ['.cfg', 'ini'],
  ['.conf', 'ini'],
  ['.properties', 'properties'],
  ['.env', 'env'],
  ['.plist', 'plist'],
  ['.xml', 'xml'],
]);

interface Detected {
  readonly format: ConfigFormat;
  /** What the decision has read already. */
  readonly yaml?: readonly YamlDocument[];
}

const BEGINS_WITH_SECTION = /^(?:[ \t]*(?:[#;][^\n]*)?\r?\n)*\[[^\]\n]+\][ \t]*(?:\r?\n|$)/;

/** By the ending of the file, else by what reads the text. Throws INVALID_INPUT where nothing does. */
function detectConfig({ text, label, file }: TextSource): Detected {
  const byName = file?.name === '.env' ? 'env' : ENDINGS.get(extensionOf(file?.name ?? ''));
  if (byName !== undefined) return { format: byName };
  const start = text.replace(/^\ufeff?\s+/, '');
  if (start.startsWith('<')) return { format: /<plist[\s>]/.test(text.slice(0, 2000)) ? 'plist' : 'xml' };
  if (/^[[{"]/.test(start) && unlessRefused(() => readJson(text, label)) !== undefined) return { format: 'json' };
  if (unlessRefused(() => readToml(text, label)) !== undefined) return { format: 'toml' };
  const yaml = unlessRefused(() => readYamlCollection(text, label));
  if (yaml !== undefined) return { format: 'yaml', yaml };
  // A text that begins with a section is INI, and what is wrong in it is told as such.
  if (BEGINS_WITH_SECTION.test(text)) return { format: 'ini' };
  if (/^\[[^\]\n]+\]\s*$/m.test(text) && unlessFaulty(() => readIni(text)) !== undefined) return { format: 'ini' };
  if (readEnvFile(text).every((part) => !('fault' in part))) return { format: 'env' };
  if (/^[^#!\s][^\n]*?[=:]/m.test(text) && unlessFaulty(() => readProperties(text)) !== undefined)
    return { format: 'properties' };
  throw invalid(`Cannot tell the format of ${label}: set option "from"`);
}

function readYamlCollection(text: string, label: string): readonly YamlDocument[] | undefined {
  const { documents, faults } = readYamlStream(text, label);
  const isCollection = documents.some(({ contents }) => contents !== null && 'items' in contents);
  return faults.length === 0 && isCollection ? documents : undefined;
}

/** As `unlessFaulty`, for readers that name what they read. */
function unlessRefused<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    // Another format may fit; the one that is chosen is read again, with its own message.
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
