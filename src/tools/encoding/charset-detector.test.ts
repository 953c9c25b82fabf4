import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './charset-detector.js';

interface Told {
  readonly encoding: string | null;
  readonly lineEndings: string;
  readonly warnings: readonly string[];
}

const detect = async (bytes: Uint8Array): Promise<Told> => {
  const answer = await runTool(tool, { files: [{ name: 'a.txt', bytes }] });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { readonly files: readonly Told[] }).files[0]!;
};

/** Prose with its letters, and an encoding that has them. */
const PROSE = [
  [
    'windows-1252',
    'Älteren Gästen wäre ein früheres Frühstück natürlich lieber gewesen, sagte der Küchenchef über das Menü.',
  ],
  ['windows-1252', 'Le garçon a mangé des crêpes après l’école, très près de la forêt où sa mère était née.'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy a všichni řekli, že to bylo krásné a něžné.'],
  ['windows-1250', 'Zażółć gęślą jaźń, powiedział mężczyzna, który przyszedł później i usiadł przy stole.'],
  ['windows-1251', 'Все люди рождаются свободными и равными в своём достоинстве и правах.'],
  ['koi8-r', 'Все люди рождаются свободными и равными в своём достоинстве и правах.'],
  ['windows-1253', 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.'],
  ['windows-1254', 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar; akıl ve vicdana sahiptirler.'],
  ['windows-1255', 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם'],
  ['windows-1256', 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق'],
  ['shift_jis', 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。'],
  ['euc-kr', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.'],
] as const;

describe('charset-detector', () => {
  inRounds.skipIf(!hasProgram('file', ['--version'], 'encodings beside file'))(
    'says what file says',
    [6, 120],
    async (rounds) => {
      const folder = mkdtempSync(join(tmpdir(), 'charset-'));
      const chance = chanceOf(9);
      for (let round = 0; round < rounds; round++) {
        const ending = pick(chance, ['\n', '\r\n', '\r']);
        const words = Array.from({ length: 20 + chance(40) }, () =>
          pick(chance, ['word', 'text', 'line', ' ', ' and ']),
        );
        const kind = round % 4;
        const beyond = kind === 0 ? '' : 'é日本';
        const text = `${words.join(' ')}${beyond}${ending}more${ending}`;
        const bytes = [
          Buffer.from(text),
          Buffer.from(text),
          Buffer.from(`\ufeff${text}`, 'utf16le'),
          Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
        ][kind]!;
        const path = join(folder, 'a');
        writeFileSync(path, bytes);
        const said = runProgram('file', ['-b', '--mime-encoding', path]).toString().trim();
        const told = await detect(bytes);
        expect(told.encoding).toBe(said);
        expect(told.lineEndings).toBe({ '\n': 'lf', '\r\n': 'crlf', '\r': 'cr' }[ending]);
      }
      rmSync(folder, { recursive: true });
    },
  );

  it.skipIf(!hasProgram('python3', ['--version'], 'older encodings written by Python'))(
    'tells 24 texts in 10 older encodings that Python wrote',
    async () => {
      const cases = PROSE.flatMap(([encoding, text]) => [2, 5].map((times) => [encoding, `${text}\n`.repeat(times)]));
      const encoded = runPython<string[]>('print(json.dumps([text.encode(name).hex() for name, text in data]))', cases);
      for (const [index, [encoding, text]] of cases.entries())
        expect((await detect(Buffer.from(encoded[index] ?? '', 'hex'))).encoding, `${encoding}: ${text}`).toBe(
          encoding,
        );
    },
  );

  it('tells of damage', async () => {
    const garbled = Buffer.from(Buffer.from('Les élèves étaient très gênés à la fête', 'utf8').toString('latin1'));
    expect((await detect(garbled)).warnings.join()).toContain('mojibake-fixer');
    expect((await detect(Buffer.from('a \ufffd b'))).warnings.join()).toContain('U+FFFD');
    expect((await detect(Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a/>'))).warnings.join()).toContain(
      'declares utf-16',
    );
    expect((await detect(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a/>'))).warnings).toEqual([]);
    expect((await detect(Buffer.alloc(0))).encoding).toBe('us-ascii');
  });
});
