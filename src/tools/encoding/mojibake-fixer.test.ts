import iconv from 'iconv-lite';
import { expect, it } from 'vitest';

import { MOJIBAKE_ENCODINGS, openByteEncoding } from '../../formats/byte-encodings.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import mojibakeFixer from './mojibake-fixer.js';

const fix = async (input: string, options = {}): Promise<string> =>
  (await runTool(mojibakeFixer, { input, options })).text ?? '';

/** What programs make of UTF-8 that they take for another encoding; as browsers, with controls where it has no character. */
function misread(text: string, encoding: string): string | undefined {
  const letters = new Map<number, string>();
  const { byteOf } = openByteEncoding(encoding)!;
  for (const letter of iconv.decode(Buffer.from(Array.from({ length: 128 }, (_, i) => i + 128)), encoding)) {
    letters.set(byteOf(letter) ?? -1, letter);
  }
  const parts = Array.from(Buffer.from(text), (byte) =>
    byte < 0x80
      ? String.fromCharCode(byte)
      : (letters.get(byte) ?? (/^windows/.test(encoding) ? String.fromCharCode(byte) : undefined)),
  );
  return parts.includes(undefined) ? undefined : parts.join('');
}

const SENTENCES = [
  'Les élèves ont déjà mangé à la cantine près de l’école.',
  'Größere Äpfel schmecken süß – „Spaß“ macht’s auch.',
  'El niño comió una piña mañana, ¿verdad? ¡Sí!',
  'Zażółć gęślą jaźń, powiedział Łukasz.',
  'Příliš žluťoučký kůň úpěl ďábelské ódy.',
  'Съешь ещё этих мягких французских булок, да выпей чаю.',
  'Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία.',
  'いろはにほへと ちりぬるを',
  'Money: 5 € or £4 — “quoted” … 🌍👩‍👩‍👧',
];

it.each(SENTENCES)('comes back from every wrong encoding: %s', async (sentence) => {
  for (const encoding of MOJIBAKE_ENCODINGS) {
    const broken = misread(sentence, encoding);
    if (broken === undefined) continue;
    expect(await fix(broken, { from: encoding }), encoding).toBe(sentence);
    expect(await fix(broken), `${encoding}, not told`).toBe(sentence);
  }
});

it.each(SENTENCES)('comes back from being misread twice and three times: %s', async (sentence) => {
  const once = misread(sentence, 'windows-1252') ?? '';
  const twice = misread(once, 'windows-1252') ?? '';
  expect(await fix(twice)).toBe(sentence);
  expect(await fix(misread(twice, 'windows-1252') ?? '')).toBe(sentence);
});

it('leaves correct text as it is', async () => {
  const correct = [
    ...SENTENCES,
    'MENÜ… „Spaß“ «É» „Ä“ Ö” À Ñ™ Straß–e',
    'ÅÄÖ åäö ÆØÅ, São Tomé, FRANÇAIS À LA CARTE: “CAFÉ” – ‘DÉJÀ’',
    'naïve façade — “Ünïcödé” … ×÷ ±5 °C µm ½',
    'Рё Рё, “Рё”… Съёмка «Ёлки»',
  ];
  for (const text of correct) expect(await fix(text)).toBe(text);
});

it('repairs what is broken beside what is right', async () => {
  expect(await fix('café und cafÃ©, größer und grÃ¶ÃŸer')).toBe('café und café, größer und größer');
});

exhaustive('takes a million characters in one go', async () => {
  const text = 'cafÃ© â€™ '.repeat(90_000);
  expect((await fix(text)).startsWith('café ’ café')).toBe(true);
});

const GERMAN = 'Größere Äpfel schmecken süß, sagt die Bäuerin, und pflückt für die Gäste noch fünf schöne.\n';

it('each of several files comes back under its name; what is not repaired keeps its bytes', async () => {
  const files = [
    { name: 'a.txt', bytes: Buffer.from('\ufeffCafÃ©\r\n', 'utf16le') },
    { name: 'b.txt', bytes: Buffer.from(GERMAN, 'latin1') },
  ];
  const answer = await runTool(mojibakeFixer, { files });
  expect(answer.data).toMatchObject({
    files: [
      { name: 'a.txt', outputs: ['a.txt'], isChanged: true, steps: [{ encoding: 'windows-1252', replaced: 1 }] },
      { name: 'b.txt', outputs: ['b.txt'], isChanged: false, steps: [], encoding: 'windows-1252' },
    ],
  });
  expect(answer.files.map(({ bytes }) => bytes)).toEqual([
    Buffer.from('\ufeffCafé\r\n', 'utf16le'),
    Buffer.from(GERMAN, 'latin1'),
  ]);
});
