import { describe, expect, it } from 'vitest';

import { chanceOf, fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './php-serialize-converter.js';

const run = async (input: string, options: object): Promise<string> => {
  const answer = await runTool(tool, { input, options: { indent: 0, ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message}`).toBe(200);
  return answer.text!;
};
const php = (program: string, input = ''): string =>
  runProgram('php', ['-d', 'serialize_precision=-1', '-d', 'precision=17', '-r', program], input).toString();

const hasPhp = hasProgram('php', ['--version'], 'serialized PHP beside PHP');

describe('php-serialize-converter', () => {
  inRounds.skipIf(!hasPhp)('writes what PHP writes and reads it', [60, 240], async (rounds) => {
    const random = fractionsOf(8);
    const documents = Array.from({ length: rounds }, () => JSON.stringify(randomPlain(random, 4)));
    const program =
      'foreach (json_decode(stream_get_contents(STDIN), true) as $t) $r[] = [serialize(json_decode($t, true)), serialize(json_decode($t)), json_encode(json_decode($t, true), JSON_PRESERVE_ZERO_FRACTION)]; echo json_encode($r);';
    const expected = JSON.parse(php(program, JSON.stringify(documents))) as readonly [string, string, string][];
    for (const [index, document] of documents.entries()) {
      const [arrays, objects, json] = expected[index]!;
      expect(await run(document, { direction: 'serialize' })).toBe(arrays);
      expect(await run(document, { direction: 'serialize', objects: true })).toBe(objects);
      expect(JSON.parse(await run(arrays, {}))).toEqual(JSON.parse(json));
    }
  });

  it.skipIf(!hasPhp)('writes floats as PHP does', async () => {
    const chance = chanceOf(5);
    const numbers = [
      0.1, 1e15, 1e16, 1e17, 1.5e17, 1e25, 0.0001, 0.00001, 1.5e-7, -2.5, 123456789012345680, 5e-324,
      1.7976931348623157e308,
    ];
    for (let round = 0; round < 200; round++) numbers.push((chance(1e9) + 0.5) * 10 ** (chance(40) - 20));
    const written = await run(
      `[${numbers.map((number) => (/^-?\d+$/.test(String(number)) ? `${number}.0` : String(number))).join(',')}]`,
      { direction: 'serialize' },
    );
    expect(written).toBe(
      php('echo serialize(array_map("floatval", json_decode(stream_get_contents(STDIN))));', JSON.stringify(numbers)),
    );
  });

  it.skipIf(!hasPhp)('reads objects, references, enums and floats that PHP wrote', async () => {
    const classes =
      'class P { private $hidden = 1; protected $kept = [2]; public $open = null; } enum Suit: string { case Hearts = "h"; } ';
    expect(await run(php(`${classes} echo serialize(new P);`), {})).toBe(
      '{"__class":"P","hidden":1,"kept":[2],"open":null}',
    );
    expect(await run(php(`${classes} echo serialize(new P);`), { classKey: '' })).toBe(
      '{"hidden":1,"kept":[2],"open":null}',
    );
    expect(await run(php(`${classes} echo serialize([Suit::Hearts, INF, -0.0, 1e100, PHP_INT_MIN]);`), {})).toBe(
      '["Suit:Hearts",null,-0.0,1.0E+100,-9223372036854775808]',
    );
    expect(await run(php('$a = [1]; $a[1] = &$a[0]; echo serialize($a);'), {})).toBe('[1,{"__reference":2}]');
    expect(await run(php('echo serialize(new ArrayObject(["x" => 1]));'), {})).toContain('"ArrayObject"');
    expect(
      await run(php('echo serialize(new DateTime("2020-01-02 03:04:05", new DateTimeZone("UTC")));'), {}),
    ).toContain('2020-01-02 03:04:05');
  });

  it('reads wrong lengths where that is asked for', async () => {
    const input = 'a:2:{s:3:"url";s:15:"https://new.example/";s:1:"é";i:1;}';
    expect((await runTool(tool, { input })).status).toBe(400);
    const fixed = await run(input, { fixLengths: true });
    expect(fixed).toBe('{"url":"https://new.example/","é":1}');
  });

  it('refuses or reads every truncation and 500 random changes', async () => {
    const bytes = Buffer.from('a:3:{s:4:"name";s:4:"Zoë";i:5;O:1:"A":1:{s:1:"x";d:1.5;}s:1:"n";a:2:{i:0;b:1;i:1;N;}}');
    const chance = chanceOf(4);
    const damaged = [
      ...Array.from({ length: bytes.length - 1 }, (_, length) => bytes.subarray(0, length + 1)),
      ...Array.from({ length: 500 }, () => {
        const changed = Buffer.from(bytes);
        for (let count = 1 + chance(3); count > 0; count--) changed[chance(changed.length)] = chance(256);
        return changed;
      }),
    ];
    for (const content of damaged)
      for (const fixLengths of [false, true]) {
        const { status } = await runTool(tool, { files: [{ name: 'a.txt', bytes: content }], options: { fixLengths } });
        expect([200, 400, 413]).toContain(status);
      }
  });

  it('takes time by the length', async () => {
    await expectLinear(2000, (length) => runTool(tool, { input: `a:${length}:{${'i:1;N;'.repeat(length)}}` }));
    await expectLinear(2000, (length) =>
      runTool(tool, { input: `a:${length}:{${'i:1;s:9:"a";'.repeat(length)}}`, options: { fixLengths: true } }),
    );
    await expectLinear(20_000, (length) =>
      runTool(tool, { input: `s:1:"${'";'.repeat(length)}`, options: { fixLengths: true } }),
    );
  });
});
