import type { Example } from '../../core/tool.js';

/** Examples of values that the form of the fixture refuses. */
const faults = (list: readonly (readonly [title: string, input: string, message: string])[]): Example[] =>
  list.map(([title, input, message]) => ({
    title,
    input,
    files: [{ name: 'application.pdf', fixture: 'pdf/forms/application.pdf' }],
    error: { code: 'INVALID_INPUT', message },
  }));

/** Values that the form of the fixture refuses, each with its message. */
export const VALUE_FAULTS: readonly Example[] = faults([
  [
    'An unknown field',
    '{"person.nam": "Ada"}',
    'PDF "application.pdf" has no field "person.nam", the nearest is "person.name"',
  ],
  [
    'A value that is not an option',
    '{"colour": "yellow"}',
    'Field "colour" must be one of "red", "green", "blue": got "yellow"',
  ],
  ['A text that is too long', '{"iban": "1234567890123"}', 'Field "iban" must have at most 12 characters: got 13'],
  ['Two lines in a single-line field', '{"person.name": "a\\nb"}', 'Field "person.name" must be one line: got "a\\nb"'],
  ['A signature', '{"signature": "Ada"}', 'Field "signature" holds no value that can be filled in: it is a signature'],
  ['Two choices in a single-choice field', '{"country": ["Italy", "fr"]}', 'Field "country" must be one choice: got 2'],
  ['Several texts for one field', '{"remarks": ["a", "b"]}', 'Field "remarks" must be one text: got 2'],
  [
    'A value no field accepts',
    '{"remarks": {}}',
    'Field "remarks" must be a text, a number, true, false, null or an array of texts',
  ],
  ['Not a JSON object', '5', 'Cannot fill in a form: property "input" must be a JSON object of field names and values'],
  ['An empty list', '[]', 'Cannot fill in a form: property "input" is an empty array'],
  ['No values', '', 'Property "input" must contain the values if no file with values is uploaded'],
]);
