import { describe, expect, it } from 'vitest';

import { romanizeHangul } from '../../lib/transliteration/hangul.js';
import { romanizeGreek, romanizeUkrainian } from '../../lib/transliteration/national.js';
import { transformPass } from '../../lib/transliteration/rules.js';
import { type TransliterationRules, transliterate } from '../../lib/transliteration/transliterate.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './transliterate-text.js';

// That of Debian, which python3-icu belongs to.
const PYTHON = '/usr/bin/python3';
const hasIcu = hasProgram(PYTHON, ['-c', 'import icu'], 'transliteration compared with ICU');

const written = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.text ?? '';
};

/** Lines of random letters, digits and punctuation. */
function randomLines(seed: number, ranges: readonly (readonly [number, number])[], count: number): string[] {
  const next = chanceOf(seed);
  const others = [' ', ', ', '-', '1', '’', 'a', '.'];
  return Array.from({ length: count }, () => {
    const [from, to] = ranges[next(ranges.length)] ?? [0x410, 0x44f];
    return Array.from({ length: 1 + next(10) }, () =>
      next(8) === 0 ? (others[next(others.length)] ?? '') : String.fromCodePoint(from + next(to - from + 1)),
    ).join('');
  });
}

const byIcu = (transform: string, lines: readonly string[]): string[] =>
  runPython(
    `import icu, unicodedata
made = icu.Transliterator.createInstance(data['transform'], icu.UTransDirection.FORWARD)
print(json.dumps([unicodedata.normalize('NFC', made.transliterate(line)) for line in data['lines']]))`,
    { transform, lines },
    PYTHON,
  );

/** Each line by itself: what is between two scripts is read by the rules of both. */
const oursOf = (lines: readonly string[], options: Partial<TransliterationRules> = {}): string[] =>
  lines.map((line) => transliterate(line, { ...SCHOLARLY, ...options }).text);

/** Letters of scripts whose rules Any-Latin has; without Thai, whose words the two Unicode versions divide otherwise. */
const RANGES = [
  [0x400, 0x4ff],
  [0x390, 0x3ce],
  [0x1f00, 0x1f4d],
  [0x621, 0x652],
  [0x561, 0x586],
  [0x985, 0x9b9],
  [0x1200, 0x1248],
  [0x10d0, 0x10f0],
  [0xa85, 0xab9],
  [0xa13, 0xa39],
  [0xac00, 0xd7a3],
  [0x4e00, 0x9fd0],
  [0x5d0, 0x5ea],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0xc85, 0xcb9],
  [0xd05, 0xd39],
  [0x1000, 0x1021],
  [0xb05, 0xb39],
  [0xb85, 0xbb9],
  [0xc05, 0xc39],
  [0x780, 0x7b0],
  [0x905, 0x94d],
  [0x710, 0x72c],
] as const;

const SCHOLARLY = { system: 'scholarly', language: 'en', tones: 'marks', kanji: 'pinyin', ascii: false } as const;

describe('transliterate-text', () => {
  it.skipIf(!hasIcu)('writes mixed scripts as Any-Latin of ICU does', () => {
    const lines = RANGES.flatMap((range, index) => randomLines(index + 1, [range], 12));
    expect(oursOf(lines)).toEqual(byIcu('Any-Latin', lines));
  });

  exhaustive.skipIf(!hasIcu)('writes each script as ICU does', () => {
    for (const [index, range] of RANGES.entries()) {
      const lines = randomLines(index + 1, [range], 400);
      expect(oursOf(lines), `from U+${range[0].toString(16)}`).toEqual(byIcu('Any-Latin', lines));
    }
    const mixed = randomLines(5, RANGES, 2_000);
    expect(oursOf(mixed)).toEqual(byIcu('Any-Latin', mixed));
  });

  exhaustive.skipIf(!hasIcu)('writes Cyrillic by BGN/PCGN, tones and ASCII as ICU does', () => {
    const cyrillic = randomLines(
      9,
      [
        [0x410, 0x44f],
        [0x400, 0x45f],
      ],
      1_500,
    ).map((line) => line.normalize('NFC'));
    for (const language of ['ru', 'be', 'kk', 'ky', 'mn', 'mk', 'sr']) {
      const transform = `${language}-${language}_Latn/BGN`;
      const ours = cyrillic.map((line) => transformPass(transform)('', line, '').normalize('NFC'));
      expect(ours, language).toEqual(byIcu(transform, cyrillic));
    }
    const latin = randomLines(
      11,
      [
        [0xc0, 0x24f],
        [0x1e00, 0x1eff],
        [0x2010, 0x2027],
      ],
      1_500,
    );
    const inAscii = latin.map((line) => transformPass('Latin-ASCII')('', line, '').normalize('NFC'));
    expect(inAscii).toEqual(byIcu('Latin-ASCII', latin));
    const chinese = randomLines(12, [[0x4e00, 0x9fa5]], 1_500).map((line) => line.replace(/[^\u4e00-\u9fa5]/g, ''));
    const numbered = oursOf(chinese, { tones: 'numbers' }).map((line) => line.replaceAll('5', ''));
    expect(numbered).toEqual(byIcu('Han-Latin; Latin-NumericPinyin', chinese));
  });

  it.skipIf(!hasIcu)('writes Russian by BGN/PCGN and Pinyin with numbers as ICU does', async () => {
    const russian = ['Елец, Ёлка и подъезд', 'ЩУКА, ЕЛЬ', 'выезд Эйнштейн поэт', 'Юлия, маленький'];
    expect((await written(russian.join('\n'))).split('\n')).toEqual(byIcu('ru-ru_Latn/BGN', russian));
    const chinese = ['女士们你好吗', '重庆和西藏文'];
    // The neutral tone is 5, which ICU does not write.
    expect((await written(chinese.join('\n'), { tones: 'numbers' })).replaceAll('5', '').split('\n')).toEqual(
      byIcu('Han-Latin; Latin-NumericPinyin', chinese),
    );
    expect(await written('女士好', { tones: 'none' })).toBe('nü shi hao');
  });

  // National Institute of the Korean Language, Romanization of Korean: the examples of its sections 2 and 3.
  it('writes the examples of the Korean notice', () => {
    const examples =
      '구미 gumi 영동 yeongdong 백암 baegam 옥천 okcheon 합덕 hapdeok 호법 hobeop 월곶 wolgot 벚꽃 beotkkot 한밭 hanbat 구리 guri ' +
      '설악 seorak 칠곡 chilgok 임실 imsil 울릉 ulleung 대관령 daegwallyeong 백마 baengma 종로 jongno 왕십리 wangsimni 별내 byeollae ' +
      '신라 silla 해돋이 haedoji 같이 gachi 굳히다 guchida 좋고 joko 놓다 nota 낳지 nachi 묵호 mukho 집현전 jiphyeonjeon ' +
      '압구정 apgujeong 낙동강 nakdonggang 죽변 jukbyeon 낙성대 nakseongdae 합정 hapjeong 팔당 paldang 샛별 saetbyeol 울산 ulsan ' +
      '광희문 gwanghuimun 부산 busan 세종 sejong 제주도 jejudo 독도 dokdo 무량수전 muryangsujeon 오죽헌 ojukheon 촉석루 chokseongnu';
    const words = examples.split(' ');
    expect(words).toHaveLength(88);
    for (let index = 0; index < words.length; index += 2)
      expect(romanizeHangul(words[index] ?? ''), words[index]).toBe(words[index + 1]);
  });

  // Cabinet of Ministers of Ukraine, resolution 55 of 27 January 2010: its column of examples.
  it('writes the examples of the Ukrainian resolution', () => {
    const examples =
      'Алушта Alushta Андрій Andrii Борщагівка Borshchahivka Борисенко Borysenko Вінниця Vinnytsia Володимир Volodymyr Гадяч Hadiach ' +
      'Богдан Bohdan Згурський Zghurskyi Ґалаґан Galagan Ґорґани Gorgany Донецьк Donetsk Дмитро Dmytro Рівне Rivne Олег Oleh ' +
      'Есмань Esman Єнакієве Yenakiieve Гаєвич Haievych Короп’є Koropie Житомир Zhytomyr Жанна Zhanna Жежелів Zhezheliv ' +
      'Закарпаття Zakarpattia Казимирчук Kazymyrchuk Медвин Medvyn Михайленко Mykhailenko Іванків Ivankiv Іващенко Ivashchenko ' +
      'Їжакевич Yizhakevych Кадиївка Kadyivka Мар’їне Marine Йосипівка Yosypivka Стрий Stryi Олексій Oleksii Київ Kyiv Коваленко Kovalenko ' +
      'Ужгород Uzhhorod Фастів Fastiv Філіпчук Filipchuk Харків Kharkiv Христина Khrystyna Біла Bila Церква Tserkva Стеценко Stetsenko ' +
      'Чернівці Chernivtsi Шевченко Shevchenko Шостка Shostka Кишеньки Kyshenky Щербухи Shcherbukhy Гоща Hoshcha Гаращенко Harashchenko ' +
      'Юрій Yurii Корюківка Koriukivka Яготин Yahotyn Ярошенко Yaroshenko Костянтин Kostiantyn Знам’янка Znamianka Феодосія Feodosiia';
    const words = examples.split(' ');
    for (let index = 0; index < words.length; index += 2)
      expect(romanizeUkrainian(words[index] ?? ''), words[index]).toBe(words[index + 1]);
    expect(romanizeUkrainian('ЗГУРСЬКИЙ, Я')).toBe('ZGHURSKYI, Ya');
  });

  it('writes names of Bulgaria and Greece as their road signs do', async () => {
    expect(await written('София, Бургас, Велико Търново, Щръклево, ЮНДОЛА, България', { locale: 'bg' })).toBe(
      'Sofia, Burgas, Veliko Tarnovo, Shtraklevo, YUNDOLA, Bulgaria',
    );
    expect(await written('Αθήνα Πειραιάς Εύβοια Ναύπλιο Αγγελόκαστρο Μπάλος ΧΑΝΙΑ Άγχος')).toBe(
      'Athína Peiraiás Évvoia Náfplio Angelókastro Bálos CHANIA Ánchos',
    );
    expect(romanizeGreek('προϋπόθεση, Μαΐου· γιατί;')).toBe('proÿpóthesi, Maḯou; giatí?');
    expect(romanizeGreek('; Αθήνα στις 10;')).toBe('; Athína stis 10?');
  });

  it('Hepburn has long vowels, and what no rules are for stays', async () => {
    expect(await written('とうきょう おおさか つづく はなぢ ティッシュ しんいち')).toBe(
      "tōkyō ōsaka tsuzuku hanaji tisshu shin'ichi",
    );
    expect(await written('とうきょう', { system: 'scholarly' })).toBe('toukyou');
    expect(await written('東京タワー', { kanji: 'keep' })).toBe('東京tawā');
    expect(await written('漢字', { locale: 'ja', kanji: 'pinyin' })).toBe('hàn zì');
    const { data } = await runTool(tool, { input: 'ភ Ж', options: { format: 'json' } });
    expect(data).toMatchObject({ lettersKept: 1, warnings: ['1 letters of the result are not Latin'] });
  });

  it('tells a language in Cyrillic by its letters, and leaves none of them', async () => {
    for (const [text, latin] of [
      ['Київ, Харків', 'Kyiv, Kharkiv'],
      ['Ўладзімір', 'Wladzimir'],
      ['Ђорђе Љубић', 'Đorđe Ljubić'],
      ['Ѓорѓи', 'Ǵorǵi'],
      ['Москва', 'Moskva'],
    ])
      expect(await written(text ?? '')).toBe(latin);
    expect(await written('Київ', { locale: 'ru' })).not.toMatch(/\p{Script=Cyrillic}/u);
  });

  it('ASCII has no accents, and a file in an old encoding is read', async () => {
    expect(await written('Объект «Ёж» — Αθήνα', { ascii: true })).toBe('Ob"yekt <<Yezh>> - Athina');
    const bytes = Buffer.from('cff0e8e2e5f2', 'hex');
    const { files } = await runTool(tool, {
      files: [{ name: 'a.txt', bytes }],
      options: { inputCharset: 'windows-1251' },
    });
    expect(files[0]?.bytes.toString()).toBe('Privet');
  });

  exhaustive('is done with the longest texts', async () => {
    for (const part of [
      'а漢',
      'สวัสดี',
      '한',
      'ん\u3099',
      'α\u0301',
      'क्',
      'Щ ',
      '漢。',
      'א\u05b8',
      'ᄀ',
      'ｶﾞ',
      'ِ',
      'aα',
    ]) {
      const bytes = Buffer.from(part.repeat(500_000).slice(0, 1_000_000));
      const { status } = await runTool(tool, {
        files: [{ name: 'a.txt', bytes }],
        options: { kanji: 'pinyin', ascii: true },
      });
      expect([200, 413], part).toContain(status);
    }
  });
});
