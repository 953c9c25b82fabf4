import { describe, expect, test } from 'vitest';

import { ContentFault, LimitFault } from '../lib/faults.js';
import { dataJsonSchema } from './data-schema.js';
import { eachFile } from './each-file.js';
import { ToolError } from './errors.js';
import { count, fileReports } from './shared-data.js';

const upload = (name: string, text = name) => ({ name, mime: undefined, bytes: Buffer.from(text) });
const { signal } = new AbortController();

/** Copies a file; content `bad` is a fault, `long` over a limit, `bug` an error of ours. */
const copy = ({ bytes }: { bytes: Uint8Array }) => {
  const text = Buffer.from(bytes).toString();
  if (text === 'bad') throw new ContentFault('it is empty inside');
  if (text === 'long') throw new LimitFault('it has more than 3 letters');
  if (text === 'bug') throw new TypeError('oops');
  return { report: { letters: text.length }, outputs: [{ name: 'copy.txt', mime: 'text/plain', bytes }] };
};

const run = (files: readonly ReturnType<typeof upload>[]) => eachFile({ files, signal }, copy);

describe('eachFile', () => {
  test('reports on each upload in order, and names outputs apart', async () => {
    const result = await run([upload('a'), upload('bb')]);
    expect(JSON.parse(result.text ?? '')).toEqual({
      files: [
        { name: 'a', outputs: ['copy.txt'], letters: 1 },
        { name: 'bb', outputs: ['copy (2).txt'], letters: 2 },
      ],
    });
    expect(result.files.map(({ name }) => name)).toEqual(['copy.txt', 'copy (2).txt']);
  });

  test('one file that fails does not spoil the others', async () => {
    const result = await run([upload('a', 'bad'), upload('b'), upload('c', 'long')]);
    expect(JSON.parse(result.text ?? '')).toEqual({
      files: [
        { name: 'a', error: 'Cannot read file "a": it is empty inside' },
        { name: 'b', outputs: ['copy.txt'], letters: 1 },
        { name: 'c', error: 'Cannot read file "c": it has more than 3 letters' },
      ],
    });
    expect(result.files).toHaveLength(1);
  });

  test('what is told of the run is asked for after the last upload', async () => {
    let letters = 0;
    const counting = (file: { bytes: Uint8Array }) => {
      const work = copy(file);
      letters += work.report.letters;
      return work;
    };
    const files = [upload('a'), upload('b', 'bad'), upload('ccc')];
    const { text } = await eachFile({ files, signal }, counting, () => ({ letters }));
    expect(JSON.parse(text ?? '')).toMatchObject({ letters: 4, files: [{ letters: 1 }, {}, { letters: 3 }] });
  });

  test('the only file, or all of them, failing fails the run with the first message', async () => {
    const bad = new ToolError('INVALID_INPUT', 'Cannot read file "a": it is empty inside');
    await expect(run([upload('a', 'bad')])).rejects.toThrow(bad);
    await expect(run([upload('a', 'bad'), upload('b', 'long')])).rejects.toThrow(bad);
    const long = { code: 'LIMIT_EXCEEDED', message: 'Cannot read file "b": it has more than 3 letters' };
    await expect(run([upload('b', 'long')])).rejects.toMatchObject(long);
  });

  test('what is not a fault of a file fails the run', async () => {
    await expect(run([upload('a'), upload('b', 'bug')])).rejects.toThrow(TypeError);
    await expect(eachFile({ files: [upload('a')], signal: AbortSignal.abort() }, copy)).rejects.toThrow('aborted');
  });

  test('outputs too large together end the run early', async () => {
    let worked = 0;
    const large = () => {
      worked += 1;
      const bytes = new Uint8Array(16 * 2 ** 20);
      return { report: {}, outputs: [{ name: 'a', mime: 'text/plain', bytes }] };
    };
    const files = ['a', 'b', 'c', 'd'].map((name) => upload(name));
    await expect(eachFile({ files, signal }, large)).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
    expect(worked).toBe(2);
  });

  test('its schema asks for the name only', () => {
    const schema = dataJsonSchema(fileReports({ letters: count('Letters.') })) as {
      properties: { files: { items: { required: string[]; properties: object } } };
    };
    expect(schema.properties.files.items.required).toEqual(['name']);
    expect(Object.keys(schema.properties.files.items.properties)).toEqual(['name', 'outputs', 'error', 'letters']);
  });
});
