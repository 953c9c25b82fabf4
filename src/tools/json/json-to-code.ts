import { z } from 'zod';

import { defineTool, invalid, overLimit, quote, text, withFiles } from '../../core/index.js';
import { rendererOptions } from '../../engines/json/code-options.js';
import { CODE_DEPTH, type CodeSource, typesFromJson } from '../../engines/json/code-types.js';
import { readJsonOrLines, writeDocument } from '../../formats/json-document.js';
import { readTextSource, type TextSource } from '../../formats/text-source.js';
import { measureJson } from '../../lib/json/measure.js';
import { isJsonObject, type JsonValue } from '../../lib/json/values.js';

/** What each language is called by the engine, and the ending of its files. */
const LANGUAGES = {
  typescript: ['typescript', '.ts'],
  javascript: ['javascript', '.js'],
  flow: ['flow', '.js'],
  zod: ['typescript-zod', '.ts'],
  go: ['go', '.go'],
  rust: ['rust', '.rs'],
  java: ['java', '.java'],
  csharp: ['csharp', '.cs'],
  kotlin: ['kotlin', '.kt'],
  swift: ['swift', '.swift'],
  python: ['python', '.py'],
  dart: ['dart', '.dart'],
  php: ['php', '.php'],
  ruby: ['ruby', '.rb'],
  cpp: ['cpp', '.cpp'],
} as const;

/** One document, or the lines of JSON Lines. */
function readSamples(source: TextSource): readonly JsonValue[] {
  const read = readJsonOrLines(source);
  return 'lines' in read ? read.lines : [read.document];
}

/** A document that says it is a JSON Schema, or describes an object and each of its properties as one does. */
const isSchema = ([document, ...more]: readonly JsonValue[]): boolean => {
  if (more.length > 0 || document === undefined || !isJsonObject(document)) return false;
  const address = document.get('$schema');
  if (typeof address === 'string') return /^https?:\/\/json-schema\.org\//.test(address);
  const properties = document.get('properties');
  if (document.get('type') !== 'object' || properties === undefined || !isJsonObject(properties)) return false;
  const described = [...properties.values()];
  return described.length > 0 && described.every((one) => isJsonObject(one) && (one.has('type') || one.has('$ref')));
};

function sourceOf({ label }: TextSource, samples: readonly JsonValue[], from: 'auto' | 'json' | 'schema'): CodeSource {
  const texts = samples.map((sample) => writeDocument(sample, {}));
  if (from === 'json' || (from === 'auto' && !isSchema(samples))) return { samples: texts };
  const [schema, ...more] = texts;
  if (schema === undefined || more.length > 0)
    throw invalid(`Cannot use ${label} as a JSON Schema: it must be one document`);
  return { schema, label };
}

export default defineTool({
  id: 'json-to-code',
  title: 'JSON to Code',
  summary:
    'Generates types from JSON or a JSON Schema in TypeScript, Go, Rust, Java, C#, Kotlin, Swift, Python and more.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', 'json', 'schema'])
      .default('auto')
      .describe(
        'What the input is: sample data or a JSON Schema; auto recognises a schema by "$schema", or by "type" object and the types of its "properties".',
      ),
    language: z
      .enum([
        'typescript',
        'javascript',
        'flow',
        'zod',
        'go',
        'rust',
        'java',
        'csharp',
        'kotlin',
        'swift',
        'python',
        'dart',
        'php',
        'ruby',
        'cpp',
      ])
      .default('typescript')
      .describe('Output language; zod writes schemas for the zod library, javascript requires "typesOnly" false.'),
    name: z.string().min(1).max(100).default('Root').describe('Name of the top-level type.'),
    typesOnly: z.boolean().default(true).describe('Writes types only, without code that parses and validates JSON.'),
    optional: z
      .boolean()
      .default(false)
      .describe('Makes every property optional, not only those that some samples lack.'),
    namespace: z
      .string()
      .max(200)
      .default('')
      .describe('Package or namespace for Go, Java, C#, Kotlin, Ruby or C++; empty for the default of the language.'),
    library: z
      .enum([
        'auto',
        'pydantic',
        'lombok',
        'newtonsoft',
        'system-text-json',
        'jackson',
        'klaxon',
        'kotlinx',
        'freezed',
        'json-annotation',
      ])
      .default('auto')
      .describe(
        'Library the code is written for: pydantic (Python), lombok (Java), newtonsoft or system-text-json (C#), jackson, klaxon or kotlinx (Kotlin), freezed or json-annotation (Dart).',
      ),
    readonly: z.boolean().default(false).describe('Makes properties read-only, in TypeScript and Flow.'),
  },
  result: 'mixed',
  notes: [
    'JSON Lines are samples of one type: properties that only some lines have become optional. An array gives the type of its elements. A JSON Schema gives the types it describes; references must be inside it.',
    'With "typesOnly", dates, UUIDs and the like are strings, as in JSON; the code written without it converts them.',
    'Type names in Python and Ruby, and member names in Go, start with an uppercase letter; names in scripts without one get a prefix (Type日本).',
    'Java comes as one file per class; all other languages as one text.',
    'Whole numbers become the integer type of the language, even if they exceed its range; check identifiers with more than 15 digits.',
    'Ruby needs dry-struct, C++ nlohmann/json, Rust serde, zod its package. Nested at most 50 levels deep.',
  ],
  aliases: [
    'quicktype',
    'json to typescript',
    'json to go struct',
    'json to java class',
    'json to c# class',
    'json to python dataclass',
    'json to rust struct',
    'json to kotlin data class',
    'json to zod',
    'generate types from json',
    'json to interface',
  ],
  verified: [
    'TypeScript 7.0 (tsc --strict) compiles the TypeScript types of the test documents, which fit their document; Python 3.11 runs the Python code, which reads and writes documents with keys in five scripts; ruby -c accepts the Ruby types',
    'The other languages are written by quicktype-core 26 and are not compiled here',
  ],
  examples: [
    {
      title: 'TypeScript',
      input: '{"id":1,"name":"Ada","tags":["a"],"address":{"city":"London","zip":null}}',
      output: {
        text: 'export interface Root {\n    id:      number;\n    name:    string;\n    tags:    string[];\n    address: Address;\n}\n\nexport interface Address {\n    city: string;\n    zip:  null;\n}\n',
      },
    },
    {
      title: 'Go, with optional properties from two samples',
      input: '{"id":1,"name":"Ada"}\n{"id":2}\n',
      options: { language: 'go', name: 'User' },
      output: {
        text: 'type User struct {\n\tID   int64   `json:"id"`\n\tName *string `json:"name,omitempty"`\n}\n',
      },
    },
    {
      title: 'Python',
      input: '{"user":{"id":1,"vip":true},"scores":[1.5]}',
      options: { language: 'python', name: 'Answer' },
      output: {
        text: 'from dataclasses import dataclass\n\n\n@dataclass\nclass User:\n    id: int\n    vip: bool\n\n\n@dataclass\nclass Answer:\n    user: User\n    scores: list[float]\n',
      },
    },
    {
      title: 'Not JSON',
      input: '{"a":',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 6: expected a value, got the end of the text\n{"a":\n     ^',
      },
    },
    {
      title: 'JavaScript without code',
      input: '{}',
      options: { language: 'javascript' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "typesOnly" must be false for "javascript", which has no types to write',
      },
    },
    {
      title: 'Nested too deep',
      input: `${'['.repeat(60)}${']'.repeat(60)}`,
      error: { code: 'LIMIT_EXCEEDED', message: 'The JSON must be nested at most 50 deep, got 60' },
    },
  ],
  async run({ input, options, files }) {
    const { typesOnly, optional, name } = options;
    if (options.language === 'javascript' && typesOnly) {
      throw invalid('Option "typesOnly" must be false for "javascript", which has no types to write');
    }
    const [language, extension] = LANGUAGES[options.language];
    const renderer = rendererOptions(options);
    const source = await readTextSource({ input, files });
    const samples = readSamples(source);
    for (const sample of samples) {
      const { depth } = measureJson(sample);
      if (depth > CODE_DEPTH) throw overLimit(`The JSON must be nested at most ${CODE_DEPTH} deep, got ${depth}`);
    }
    const made = await typesFromJson(sourceOf(source, samples, options.from), {
      language,
      name,
      typesOnly,
      optional,
      renderer,
    });
    const [first] = made.values();
    if (first === undefined) throw invalid(`There are no types to write for option "name" ${quote(name)}`);
    if (made.size === 1) return text(first, { name: `result${extension}` });
    const parts = Array.from(made, ([file, source]) => ({
      name: file,
      mime: 'text/plain;charset=utf-8',
      bytes: Buffer.from(source),
    }));
    return withFiles(text([...made.values()].join('\n'), { name: `result${extension}` }), parts);
  },
});
