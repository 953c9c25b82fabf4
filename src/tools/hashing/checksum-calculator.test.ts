import { expect, it } from 'vitest';

import { CRC_NAMES, crcNamed } from '../../lib/checksums/crc-catalogue.data.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import checksumCalculator from './checksum-calculator.js';

interface Told {
  readonly checksums: readonly { readonly algorithm: string; readonly hex: string; readonly decimal: string }[];
  readonly matches: readonly { readonly algorithm: string }[];
}

const chance = chanceOf(22);
const randomBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => chance(256)));

async function checksums(bytes: Buffer, options: Readonly<Record<string, unknown>> = {}): Promise<Told> {
  const { data } = await runTool(checksumCalculator, {
    input: bytes.toString('hex'),
    options: { algorithm: 'all', inputEncoding: 'hex', ...options },
  });
  return data as Told;
}

const hexByName = async (bytes: Buffer): Promise<Record<string, string>> =>
  Object.fromEntries((await checksums(bytes)).checksums.map(({ algorithm, hex }) => [algorithm, hex]));

it('gives the check value of every CRC of the catalogue', async () => {
  const found = await hexByName(Buffer.from('123456789'));
  expect(CRC_NAMES.length).toBe(97);
  for (const name of CRC_NAMES) {
    const { width, check } = crcNamed(name);
    expect(found[name], name).toBe(check.toString(16).padStart(Math.ceil(width / 4), '0'));
  }
});

// https://en.wikipedia.org/wiki/Fletcher%27s_checksum#Test_vectors
it.each([
  ['abcde', 'c8f0', 'f04fc729', 'c8c6c527646362c6'],
  ['abcdef', '2057', '56502d2a', 'c8c72b276463c8c6'],
  ['abcdefgh', '0627', 'ebe19591', '312e2b28cccac8c6'],
])('gives the Fletcher checksums of %s', async (text, ...expected) => {
  const found = await hexByName(Buffer.from(text));
  expect([found['fletcher-16'], found['fletcher-32'], found['fletcher-64']]).toEqual(expected);
});

// RFC 1071, section 3: the sum of 00 01 f2 03 f4 f5 f6 f7 is ddf2.
it('gives the ones complement of the sum in RFC 1071', async () => {
  expect((await hexByName(Buffer.from('0001f203f4f5f6f7', 'hex'))).internet).toBe('220d');
});

// An IPv4 header whose checksum b861 is filled in: the whole sums up to 0.
it('gives 0 for a header with its checksum', async () => {
  expect((await hexByName(Buffer.from('45000073000040004011b861c0a80001c0a800c7', 'hex'))).internet).toBe('0000');
});

it('names every algorithm that gives an expected checksum', async () => {
  const names = (told: Told) => told.matches.map(({ algorithm }) => algorithm);
  expect(names(await checksums(Buffer.from('123456789'), { expected: '0xE306 9283' }))).toEqual(['crc-32/iscsi']);
  expect(names(await checksums(Buffer.from('123456789'), { expected: '839206e3' }))).toEqual(['crc-32/iscsi']);
  expect(names(await checksums(Buffer.from('123456789'), { expected: '3421780262' }))).toEqual(['crc-32/iso-hdlc']);
  expect(names(await checksums(Buffer.from('123456789'), { expected: 'cbf43927' }))).toEqual([]);
});

/** Our name for each model of `crcmod.predefined`. */
const CRCMOD: Readonly<Record<string, string>> = {
  'crc-8': 'crc-8/smbus',
  'crc-8-darc': 'crc-8/darc',
  'crc-8-i-code': 'crc-8/i-code',
  'crc-8-itu': 'crc-8/i-432-1',
  'crc-8-maxim': 'crc-8/maxim-dow',
  'crc-8-rohc': 'crc-8/rohc',
  'crc-8-wcdma': 'crc-8/wcdma',
  'crc-16': 'crc-16/arc',
  'crc-16-buypass': 'crc-16/umts',
  'crc-16-dds-110': 'crc-16/dds-110',
  'crc-16-dect': 'crc-16/dect-r',
  'crc-16-dnp': 'crc-16/dnp',
  'crc-16-en-13757': 'crc-16/en-13757',
  'crc-16-genibus': 'crc-16/genibus',
  'crc-16-maxim': 'crc-16/maxim-dow',
  'crc-16-mcrf4xx': 'crc-16/mcrf4xx',
  'crc-16-riello': 'crc-16/riello',
  'crc-16-t10-dif': 'crc-16/t10-dif',
  'crc-16-teledisk': 'crc-16/teledisk',
  'crc-16-usb': 'crc-16/usb',
  'x-25': 'crc-16/ibm-sdlc',
  xmodem: 'crc-16/xmodem',
  modbus: 'crc-16/modbus',
  kermit: 'crc-16/kermit',
  'crc-ccitt-false': 'crc-16/ibm-3740',
  'crc-aug-ccitt': 'crc-16/spi-fujitsu',
  'crc-24': 'crc-24/openpgp',
  'crc-24-flexray-a': 'crc-24/flexray-a',
  'crc-24-flexray-b': 'crc-24/flexray-b',
  'crc-32': 'crc-32/iso-hdlc',
  'crc-32-bzip2': 'crc-32/bzip2',
  'crc-32c': 'crc-32/iscsi',
  'crc-32d': 'crc-32/base91-d',
  'crc-32-mpeg': 'crc-32/mpeg-2',
  posix: 'crc-32/cksum',
  'crc-32q': 'crc-32/aixm',
  jamcrc: 'crc-32/jamcrc',
  xfer: 'crc-32/xfer',
  'crc-64-we': 'crc-64/we',
};

const PYTHON = `
import sys, json, zlib, crcmod.predefined
names, contents = json.load(sys.stdin)
print(json.dumps([dict([(n, '%x' % crcmod.predefined.mkPredefinedCrcFun(n)(bytes.fromhex(c))) for n in names], adler='%x' % zlib.adler32(bytes.fromhex(c))) for c in contents]))`;

inRounds.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import crcmod'], 'checksum-calculator beside crcmod'))(
  'gives the CRCs of crcmod and the Adler-32 of zlib',
  [6, 240],
  async (rounds) => {
    const contents = Array.from({ length: rounds }, (_, i) => randomBytes(i < 20 ? i : chance(3000)));
    const asked = JSON.stringify([Object.keys(CRCMOD), contents.map((bytes) => bytes.toString('hex'))]);
    const told = JSON.parse(runProgram('/usr/bin/python3', ['-c', PYTHON], asked).toString()) as Record<
      string,
      string
    >[];
    for (const [i, bytes] of contents.entries()) {
      const found = await hexByName(bytes);
      for (const [theirs, ours] of Object.entries(CRCMOD))
        expect(BigInt(`0x${found[ours]}`), `${ours} of ${bytes.length} bytes`).toBe(BigInt(`0x${told[i]?.[theirs]}`));
      expect(BigInt(`0x${found['adler-32']}`)).toBe(BigInt(`0x${told[i]?.adler}`));
    }
  },
);

inRounds.skipIf(!hasProgram('cksum', ['--version'], 'checksum-calculator beside cksum and sum'))(
  'gives the sums of cksum and sum',
  [6, 40],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const bytes = randomBytes(round === 0 ? 0 : chance(100_000));
      const { checksums: all } = await checksums(bytes);
      const decimal = (name: string) => Number(all.find(({ algorithm }) => algorithm === name)?.decimal);
      const first = (program: string, ...args: string[]) =>
        Number(runProgram(program, args, bytes).toString().split(' ')[0]);
      expect(decimal('cksum')).toBe(first('cksum'));
      expect(decimal('sum-bsd')).toBe(first('sum', '-r'));
      expect(decimal('sum-sysv')).toBe(first('sum', '-s'));
    }
  },
);
