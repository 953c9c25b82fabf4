import { defineTool } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { repairJson } from '../../engines/json/json-repair.js';
import { layOut } from '../../formats/json-layout.js';
import { documentResult, KINDS, readTextSource, type TextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';
import { embeddedJson } from '../../lib/json/repair/embedded.js';

const isJson = (text: string): boolean => unlessFaulty(() => parseJson(text)) !== undefined;

export default defineTool({
  id: 'json-repair',
  title: 'JSON Repair',
  summary: 'Repairs broken or truncated JSON, such as output of language models, Python dicts and JavaScript objects.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: { indent: shared.indent() },
  result: 'mixed',
  data: anyJson('The repaired document.'),
  notes: [
    'Repairs missing quotes, commas and brackets; a cut-off end; single and typographic quotes, also with apostrophes inside; repeated and trailing commas; comments; tuples and => of other languages; escapes such as \\x41; Python literals (None, True, False); JSONP and MongoDB calls; text in several escaped layers; strings joined by +; ellipses.',
    'Of text around the JSON, such as the answer of a model or an assignment (const x = …;), only the fenced code block or the JSON itself is used.',
    'Several documents in one text, as in JSON Lines, become an array. Valid JSON is only re-indented.',
    'Numbers keep their letters; an invalid number becomes a string ("007") or is completed (2. becomes 2.0).',
    'Text to repair may have up to 50,000 UTF-16 units, not counting surrounding text; valid JSON may be as long as any input.',
    'A repair is a guess: check it where it matters. Text input gives text, a file gives a file.',
  ],
  aliases: [
    'fix json',
    'repair broken json',
    'llm json output',
    'fix truncated json',
    'json from chatgpt',
    'python dict to json',
    'fix trailing comma',
    'single quotes to double quotes',
    'invalid json fixer',
    'javascript object to json',
    'json is broken',
    'missing comma in json',
  ],
  verified: [
    'jsonrepair 3.15 (npm): the cases in its documentation; every repair is valid JSON, and valid JSON stays unchanged',
    '2,000 random documents cut off anywhere or with a letter lost: always a JSON document or an error message',
  ],
  examples: [
    {
      title: 'Quotes, commas, comments',
      input: "{name: 'Ada', 'langs': ['en' 'fr',], /* born */ year: 1815,}",
      options: { indent: 0 },
      output: { data: { name: 'Ada', langs: ['en', 'fr'], year: 1815 } },
    },
    {
      title: 'An answer of a language model that was cut off',
      input: 'Sure, here is the list:\n```json\n{"items": [{"id": 12345678901234567890, "title": "On the ana',
      output: {
        text: '{\n  "items": [\n    {\n      "id": 12345678901234567890,\n      "title": "On the ana"\n    }\n  ]\n}',
      },
    },
    {
      title: 'A Python dict with text around it',
      input: 'The result is {"ok": True, "value": None, "parts": [1.50, 2]} as expected.',
      options: { indent: 0 },
      output: { text: '{"ok":true,"value":null,"parts":[1.50,2]}' },
    },
    {
      title: 'Several documents',
      input: '{"a":1}\n{"b":2}\n',
      options: { indent: 0 },
      output: { data: [{ a: 1 }, { b: 2 }] },
    },
    {
      title: 'Too long',
      input: `{"a": "${'x'.repeat(50_000)}"`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'JSON that must be repaired may have at most 50000 characters, property "input" has 50008: repair it in parts',
      },
    },
    {
      title: 'Cannot be repaired',
      input: 'Here it is:\n{{"a": 1}}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot repair property "input": line 2, column 2: unexpected character "{"\n{{"a": 1}}\n ^',
      },
    },
  ],
  async run({ input, options, files }) {
    const source = await readTextSource({ input, files });
    const repaired: TextSource = isJson(source.text)
      ? source
      : { ...source, text: repairJson(source.text, embeddedJson(source.text), source.label) };
    const layout = {
      dialect: 'json',
      indent: ' '.repeat(options.indent),
      sortKeys: false,
      keepComments: false,
    } as const;
    return documentResult(source, layOut(repaired, layout), KINDS.json);
  },
});
