import { z } from 'zod';

import { defineTool, overLimit, type ToolResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import {
  type DocumentKind,
  documentResult,
  KINDS,
  readTextSource,
  type TextSource,
} from '../../formats/text-source.js';
import { readXmlSource } from '../../formats/xml-document.js';
import { jsonUnits } from '../../lib/json/size.js';
import type { JsonValue } from '../../lib/json/values.js';

import { CONFIG_FORMATS, type ConfigFormat, readBinarySource, readConfig, writeConfig } from './_config-formats.js';

const MAX_CHARACTERS = 4 * 2 ** 20;

const RESULTS: Readonly<Record<ConfigFormat, DocumentKind>> = {
  json: KINDS.json,
  yaml: KINDS.yaml,
  toml: KINDS.toml,
  ini: { extension: '.ini', mime: KINDS.text.mime },
  properties: { extension: '.properties', mime: KINDS.text.mime },
  env: { extension: '.env', mime: KINDS.text.mime },
  plist: { extension: '.plist', mime: 'application/x-plist' },
  xml: KINDS.xml,
};

function convert(source: TextSource, value: JsonValue, to: ConfigFormat): ToolResult {
  if (jsonUnits(value, 4, MAX_CHARACTERS) > MAX_CHARACTERS)
    throw overLimit(`The result must have at most ${MAX_CHARACTERS} characters`);
  const content = refusing(`Cannot convert ${source.label} to ${to}`, () => writeConfig(value, to));
  return documentResult(source, content, RESULTS[to]);
}

export default defineTool({
  id: 'config-converter',
  title: 'Config Converter',
  summary:
    'Converts configuration between JSON, YAML, TOML, INI, .properties, .env, property lists and XML, and refuses what the target format cannot represent.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', ...CONFIG_FORMATS])
      .default('auto')
      .describe('Format to read; auto decides by the file name, then by the content.'),
    to: z.enum(CONFIG_FORMATS).default('json').describe('Format to write.'),
  },
  result: 'mixed',
  data: anyJson('The document; only where JSON is asked for.'),
  notes: [
    'What the target format cannot represent is refused with its path, such as $.server.ports[0]: null in TOML, INI, .properties, .env, property lists and XML; nesting in .env, lists in INI, empty lists in XML; whole numbers beyond 64 bits in TOML and property lists.',
    'Numbers keep their digits from and to JSON and YAML. TOML is read by version 1.1, its floats are doubles. INI, .properties, .env and XML have no types: numbers and true become texts there, and everything read from them is text.',
    'Comments are not carried over. Dates of TOML and property lists become texts (fractions of seconds of TOML to three digits), data of property lists base64; a text never becomes a date.',
    "INI is read and written as Python's configparser does it (without interpolation); keys outside of sections are written to [DEFAULT], which Python and PHP read, and its keys are read to the top level; .properties as Java does it, nested keys joined by dots and places of lists in brackets, .env as the package dotenv.",
    'XML: attributes have @ before their names, text beside them is #text, repeated elements are lists. What has several keys at the top is put into <root>.',
    'YAML must be one document; merge keys are merged. HCL is not read.',
    'Binary property lists are read from files: their UIDs become {"CF$UID": n}, and what they name in several places is written in each. They are written as XML.',
    'TOML keys that are whole numbers come first. The result may have 4,194,304 characters.',
  ],
  aliases: [
    'yaml to toml',
    'toml to json',
    'json to toml',
    'ini to json',
    'properties to yaml',
    'json to yaml',
    'plist to json',
    'plist converter',
    'plist viewer',
    'binary plist to xml',
    'bplist to json',
    'json to plist',
    'env to yaml',
    'convert config file',
    'toml to yaml',
  ],
  verified: [
    'toml-test: all 268 valid documents are read as the suite says (those with inf or nan refused), 489 of 500 invalid ones refused; of the others nine are legal in TOML 1.1 and two have a byte order mark in their midst',
    'Python 3.11 (tomllib, plistlib, configparser, PyYAML 6): read 120 random documents each as they were given; this tool reads back the same, .properties, .env and XML too',
    'Python 3.11 (plistlib): the binary property lists that it writes of 150 random documents, with dates, data and UIDs, are read as it reads them; 2,000 damaged ones end in a result or a message',
  ],
  examples: [
    {
      title: 'TOML to JSON, with 64 bits',
      input: 'title = "x"\n[server]\nport = 9007199254740993\nratio = 1.0\nstart = 1979-05-27T07:32:00Z\n',
      output: {
        text: '{\n  "title": "x",\n  "server": {\n    "port": 9007199254740993,\n    "ratio": 1.0,\n    "start": "1979-05-27T07:32:00Z"\n  }\n}',
      },
    },
    {
      title: 'JSON to YAML',
      input: '{"name":"no","list":[1,{"a":[]}],"text":"two\\nlines"}',
      options: { to: 'yaml' },
      output: { text: 'name: "no"\nlist:\n  - 1\n  - a: []\ntext: |-\n  two\n  lines\n' },
    },
    {
      title: 'YAML to TOML',
      input: 'owner: {name: Ann}\nhosts:\n  - {ip: 10.0.0.1, up: true}\n  - {ip: 10.0.0.2}\n',
      options: { from: 'yaml', to: 'toml' },
      output: {
        text: '[owner]\nname = "Ann"\n\n[[hosts]]\nip = "10.0.0.1"\nup = true\n\n[[hosts]]\nip = "10.0.0.2"\n',
      },
    },
    {
      title: 'INI to properties',
      input: '[db]\nhost = a b\npath = C:\\x\n',
      options: { to: 'properties' },
      output: { text: 'db.host=a b\ndb.path=C:\\\\x\n' },
    },
    {
      title: 'JSON to a property list',
      input: '{"Name":"A & B","Size":3,"On":true}',
      options: { to: 'plist' },
      output: {
        text: '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n\t<key>Name</key>\n\t<string>A &amp; B</string>\n\t<key>Size</key>\n\t<integer>3</integer>\n\t<key>On</key>\n\t<true/>\n</dict>\n</plist>\n',
      },
    },
    {
      title: 'Null has no place in TOML',
      input: '{"a":{"b":[1,null]}}',
      options: { to: 'toml' },
      error: { code: 'INVALID_INPUT', message: 'Cannot convert property "input" to toml: $.a.b[1]: TOML has no null' },
    },
    {
      title: 'Nesting has no place in .env',
      input: 'A: 1\nB: {c: 2}\n',
      options: { to: 'env' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot convert property "input" to env: $.B: A .env file has no nested values here',
      },
    },
    {
      title: 'Two YAML documents',
      input: 'a: 1\n---\nb: 2\n',
      options: { from: 'yaml' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot convert property "input": it must have one YAML document, got 2',
      },
    },
    {
      title: 'Broken TOML',
      input: 'a = 1\nb = \n',
      options: { from: 'toml' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as TOML: line 2, column 5: invalid value\nb = \n    ^',
      },
    },
    {
      title: 'Invalid INI line',
      input: '[a]\nb\n',
      options: { from: 'ini' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as INI: line 2: expected a section in brackets or a key with "="',
      },
    },
    {
      title: 'A binary property list that is cut off',
      files: [{ name: 'Info.plist', text: 'bplist00' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "Info.plist" as a binary property list: it is cut off',
      },
    },
    {
      title: 'Binary property list with another format chosen',
      files: [{ name: 'Info.plist', text: 'bplist00' }],
      options: { from: 'xml' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "Info.plist" as xml: it is a binary property list',
      },
    },
    {
      title: 'No known format',
      input: 'just words',
      error: { code: 'INVALID_INPUT', message: 'Cannot tell the format of property "input": set option "from"' },
    },
  ],
  async run({ input, options, files }) {
    const binary = readBinarySource({ input, files }, options.from);
    if (binary !== undefined) return convert(binary.source, binary.value, options.to);
    const isMarkup = options.from === 'xml' || options.from === 'plist' || /\.(xml|plist)$/i.test(files[0]?.name ?? '');
    const source = isMarkup ? await readXmlSource({ input, files }) : await readTextSource({ input, files });
    const value = readConfig(source, options.from);
    return convert(source, value, options.to);
  },
});
