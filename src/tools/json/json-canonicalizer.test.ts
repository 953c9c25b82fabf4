import { describe, expect, it } from 'vitest';
import { parseJson } from '../../lib/json/parse.js';
import { canonicalJson } from '../../lib/json/reshape/canonical.js';
import { fractionsOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonCanonicalizer from './json-canonicalizer.js';

const canonical = (text: string): string => canonicalJson(parseJson(text), { exactNumbers: false });

/** RFC 8785, appendix B: bits of a double, and how it is written. */
const APPENDIX_B: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('json-canonicalizer', () => {
  it('writes the numbers of RFC 8785, appendix B', () => {
    for (const [bits, expected] of APPENDIX_B) {
      const double = Buffer.from(bits, 'hex').readDoubleBE();
      // With more digits than needed, so that the double is the nearest to what is read.
      const source = Object.is(double, -0) ? '-0' : double.toPrecision(21).replace('e+', 'e');
      expect(canonical(source), bits).toBe(expected);
    }
  });

  it('sorts keys as RFC 8785, section 3.2.3', () => {
    const input =
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}';
    expect(Object.values(JSON.parse(canonical(input)) as object)).toHaveLength(7);
    const order = [...canonical(input).matchAll(/:"([^"]*)"/g)].map(([, name]) => name);
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes the bytes of RFC 8785, section 3.2.4', () => {
    const input =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
    const bytes =
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d';
    expect(Buffer.from(canonical(input)).toString('hex')).toBe(bytes);
  });

  const CODE = [
    'import hashlib,json,sys',
    'key=lambda k: k.encode("utf-16-be","surrogatepass")',
    'def order(v):',
    '  if isinstance(v,dict): return {k: order(v[k]) for k in sorted(v,key=key)}',
    '  return [order(i) for i in v] if isinstance(v,list) else v',
    'out=[json.dumps(order(v),ensure_ascii=False,separators=(",",":")) for v in json.load(sys.stdin)]',
    'print(json.dumps([[t,hashlib.sha256(t.encode()).hexdigest()] for t in out]))',
  ].join('\n');
  it.skipIf(!hasProgram('python3', ['--version'], 'canonical JSON beside Python'))(
    'writes what Python writes',
    async () => {
      const random = fractionsOf(141);
      const values = Array.from({ length: 300 }, () => randomPlain(random, 4)).map(
        (value) =>
          JSON.parse(
            JSON.stringify(value, (_, item: unknown) => (typeof item === 'number' ? Math.trunc(item % 1e9) : item)),
          ) as unknown,
      );
      const expected = JSON.parse(runProgram('python3', ['-c', CODE], JSON.stringify(values)).toString()) as string[][];
      for (const [index, value] of values.entries()) {
        const input = JSON.stringify(value, null, 2);
        const { data } = await runTool(jsonCanonicalizer, { input, options: { hash: 'sha256' } });
        const { canonical: text, hash } = data as { canonical: string; hash: string };
        expect([text, hash]).toEqual(expected[index]);
        // What is canonical stays as it is.
        expect(canonical(text)).toBe(text);
      }
    },
  );

  it('works in linear time', async () => {
    await expectLinear(4000, (length) => canonical(`{${Array.from({ length }, (_, i) => `"k${i}":[${i}]`).join()}}`));
  });
});
