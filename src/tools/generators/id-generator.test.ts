import { expect, it } from 'vitest';

import { NANO_ALPHABET, readId, typeIdSuffix } from '../../lib/ids/ids.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes, unevenness } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './id-generator.js';

const made = async (options: Readonly<Record<string, unknown>>, seed = 1): Promise<string[]> => {
  const { text, message } = await runTool(tool, { options }, { random: seededBytes(seed) });
  expect(message).toBeUndefined();
  return text!.trimEnd().split('\n');
};

it('published examples', () => {
  expect(readId('01ARYZ6S41TSV4RRFFQ69G5FAV', 'twitter')).toMatchObject({ type: 'ulid', milliseconds: 1469918176385 });
  expect(readId('7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'twitter')).toMatchObject({ milliseconds: 281474976710655 });
  expect(readId('8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'twitter')).toBeUndefined();
  expect(readId('0ujzPyRiIAffKhBux4PvQdDqMHY', 'twitter')).toEqual({
    type: 'ksuid',
    milliseconds: 1000 * (1_400_000_000 + 107_610_780),
    parts: { payload: '73fc1aa3b2446246d6e89fcd909e8fe8' },
  });
  expect(readId('9m4e2mr0ui3e8a215n4g', 'twitter')).toEqual({
    type: 'xid',
    milliseconds: 1000 * 1_300_816_219,
    parts: { machine: '60f486', process: '58408', counter: '4271561' },
  });
  expect(readId('1541815603606036480', 'twitter')).toMatchObject({
    milliseconds: Date.parse('2022-06-28T16:07:40.105Z'),
    parts: { machine: '378', sequence: '0' },
  });
});

it('valid values of TypeID', () => {
  for (const [suffix, uuid] of [
    ['00000000000000000000000000', '00000000-0000-0000-0000-000000000000'],
    ['7zzzzzzzzzzzzzzzzzzzzzzzzz', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['0123456789abcdefghjkmnpqrs', '0110c853-1d09-52d8-d73e-1194e95b5f19'],
    ['01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ] as const) {
    expect(typeIdSuffix(uuid)).toBe(suffix);
    expect(readId(`prefix_${suffix}`, 'twitter')).toMatchObject({ type: 'typeid', parts: { prefix: 'prefix', uuid } });
  }
  for (const wrong of ['Prefix_', '_', 'prefix__', '1prefix_', 'prefix_8'])
    expect(readId(`${wrong}01h455vb4pex5vsknk084sn02q`, 'twitter'), wrong).toBeUndefined();
});

const hasPython = hasProgram('/usr/bin/python3', ['--version'], 'id-generator beside Python');

it.skipIf(!hasPython)('Python reads the same times and random parts', async () => {
  const program = `
import sys,base64
def num(s,a):
  n=0
  for c in s: n=n*len(a)+a.index(c)
  return n
B62="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
T=str.maketrans("0123456789ABCDEFGHJKMNPQRSTVWXYZ","0123456789abcdefghijklmnopqrstuv")
for l in sys.stdin.read().split():
  k=sys.argv[1]
  if k=="ulid": n=int(l.translate(T),32); print(n>>80,"%020x"%(n&(1<<80)-1))
  if k=="ksuid": n=num(l,B62); print(((n>>128)+1400000000)*1000,"%032x"%(n&(1<<128)-1))
  if k=="objectid": b=bytes.fromhex(l); print(int.from_bytes(b[:4],"big")*1000,b[4:9].hex()+str(int.from_bytes(b[9:],"big")))
  if k=="xid": b=base64.b32hexdecode(l.upper()+"===="); print(int.from_bytes(b[:4],"big")*1000,b[4:7].hex()+str(int.from_bytes(b[7:9],"big"))+str(int.from_bytes(b[9:],"big")))
  if k=="snowflake": n=int(l); print((n>>22)+1288834974657,str((n>>12)&1023)+str(n&4095))
`;
  const names = {
    ulid: ['random'],
    ksuid: ['payload'],
    objectid: ['process', 'counter'],
    xid: ['machine', 'process', 'counter'],
    snowflake: ['machine', 'sequence'],
  } as const;
  for (const [type, fields] of Object.entries(names)) {
    const ids: string[] = [];
    for (let i = 0; i < 50; i++)
      ids.push(
        ...(await made({ type, count: 4, at: new Date(1_500_000_000_000 + i * 17_777_777_777).toISOString() }, i)),
      );
    const theirs = runProgram('/usr/bin/python3', ['-c', program, type], ids.join('\n')).toString().trim().split('\n');
    const ours = ids.map((id) => {
      const found = readId(id, 'twitter')!;
      expect(found.type).toBe(type);
      return `${found.milliseconds} ${fields.map((field) => found.parts[field]).join('')}`;
    });
    expect(ours).toEqual(theirs);
    expect(ours[0]).toMatch(/^1500000000000 /);
  }
});

it('IDs of one run are different, and in order where that is said', async () => {
  for (const type of ['ulid', 'nanoid', 'ksuid', 'objectid', 'snowflake', 'typeid', 'xid']) {
    const ids = await made({ type, count: 10_000, prefix: type === 'typeid' ? 'user' : '' });
    expect(new Set(ids).size).toBe(10_000);
    expect(readId(ids[0]!, 'twitter')?.type).toBe(type);
    if (['ulid', 'typeid', 'snowflake'].includes(type)) expect(ids.toSorted()).toEqual(ids);
  }
});

it('every character of NanoIDs is equally often', async () => {
  const ids = await made({ type: 'nanoid', count: 2000 });
  for (const id of ids) expect(id.length).toBe(21);
  expect(unevenness(ids.join(''), NANO_ALPHABET)).toBeLessThan(1);
  expect((await made({ type: 'nanoid', length: 128 }))[0]).toMatch(/^[\w-]{128}$/);
});

it('what is read has the form of one type, whatever is damaged', () => {
  const random = seededBytes(4);
  const ids = [
    '01ARYZ6S41TSV4RRFFQ69G5FAV',
    '0ujzPyRiIAffKhBux4PvQdDqMHY',
    '9m4e2mr0ui3e8a215n4g',
    '507f1f77bcf86cd799439011',
  ];
  for (const id of ids)
    for (let i = 0; i < 500; i++) {
      const [place = 0, code = 0] = random(2);
      const damaged = `${id.slice(0, place % id.length)}${String.fromCharCode(code)}${id.slice((place % id.length) + 1)}`;
      const found = readId(damaged, 'twitter');
      if (found?.milliseconds !== undefined) expect(Number.isNaN(new Date(found.milliseconds).getTime())).toBe(false);
    }
});
