import { describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';

import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './slug-generator.js';

async function slug(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

/** From the test file of @sindresorhus/slugify, which splits camel case unless told otherwise. */
const SLUGIFY: readonly (readonly [string, string, Readonly<Record<string, unknown>>?])[] = [
  ['Foo Bar', 'foo-bar'],
  ['foo bar baz', 'foo-bar-baz'],
  ['foo bar ', 'foo-bar'],
  ['       foo bar', 'foo-bar'],
  ['[foo] [bar]', 'foo-bar'],
  ['Foo ÿ', 'foo-y'],
  ['FooBar', 'foo-bar'],
  ['fooBar', 'foo-bar'],
  ['UNICORNS AND RAINBOWS', 'unicorns-and-rainbows'],
  ['Foo & Bar', 'foo-and-bar'],
  ['Hællæ, hva skjera?', 'haellae-hva-skjera'],
  ['Foo Bar2', 'foo-bar2'],
  ['Déjà Vu!', 'deja-vu'],
  ['fooBar 123 $#%', 'foo-bar-123'],
  ['foo&bar', 'foo-and-bar'],
  ['foo bar', 'foo_bar', { separator: '_' }],
  ['BAR&baz', 'bar_and_baz', { separator: '_' }],
  ['[foo] [bar]', 'foo.bar', { separator: '.' }],
  ['BAR&baz', 'BAR-and-baz', { lowercase: false }],
  ['Déjà Vu!', 'Deja_Vu', { lowercase: false, separator: '_' }],
  ['fooBar', 'foobar', { splitCamelCase: false }],
  ['ä ö ü Ä Ö Ü ß', 'ae-oe-ue-Ae-Oe-Ue-ss', { lowercase: false, locale: 'de' }],
  ['Zürich', 'zuerich', { locale: 'de' }],
  ['ä ö Ä Ö', 'a-o-A-O', { lowercase: false, locale: 'sv' }],
  ['ố Ừ Đ', 'o-U-D', { lowercase: false }],
  ['ث س و', 'th-s-w'],
  ['چ ی پ', 'ch-y-p'],
  ['ٹ ڈ ھ', 't-d-h'],
  ['Ж п ю', 'Zh-p-yu', { lowercase: false }],
  ['ș Ț', 's-t'],
  ['ı Ş ş Ç ç Ğ ğ', 'i-s-s-c-c-g-g', { locale: 'tr' }],
  ['ა ბ გ', 'a-b-g'],
  ['č ž Ň', 'c-z-N', { lowercase: false }],
  ['ā Ņ Ģ', 'a-N-G', { lowercase: false }],
  ['Ќ љ Тс', 'Kj-lj-Ts', { lowercase: false, locale: 'mk' }],
  ['θ Γ', 'th-G', { lowercase: false }],
  ['ޝ ޓ ބ', 'sh-t-b'],
  ['ä Đ س', 'a-D-s', { lowercase: false }],
];

it('gives what slugify gives', async () => {
  for (const [input, expected, options = {}] of SLUGIFY)
    expect(await slug(input, { splitCamelCase: true, ...options }), input).toBe(expected);
});

describe('official romanisations', () => {
  const NAMES: readonly (readonly [string, string, string])[] = [
    // Cabinet of Ministers of Ukraine, resolution 55, 2010, its own examples.
    ['uk', 'Алушта Борщагівка Згорани Ґалаґан', 'alushta-borshchahivka-zghorany-galagan'],
    ['uk', 'Єнакієве Гаєвич Короп’є Їжакевич Кадиївка', 'yenakiieve-haievych-koropie-yizhakevych-kadyivka'],
    ['uk', 'Йосипівка Стрий Юрій Корюківка Яготин Костянтин', 'yosypivka-stryi-yurii-koriukivka-yahotyn-kostiantyn'],
    ['uk', 'Київ Щербухи Гоща Запоріжжя', 'kyiv-shcherbukhy-hoshcha-zaporizhzhia'],
    // Bulgaria, 2009.
    ['bg', 'Търговище Щипка Цар Хасково', 'targovishte-shtipka-tsar-haskovo'],
    // ELOT 743.
    ['el', 'Ευάγγελος Αύγουστος Ουρανός Αθήνα Χίος', 'evangelos-avgoustos-ouranos-athina-chios'],
    ['sr', 'Београд Ђорђе Жељко', 'beograd-djordje-zeljko'],
    ['da', 'Århus Øre Æble', 'aarhus-oere-aeble'],
  ];
  it.each(NAMES)('%s: %s', async (locale, input, expected) => {
    expect(await slug(input, { locale })).toBe(expected);
  });
});

describe('github anchors', () => {
  /** What github-slugger 2.0.0 gives. */
  const ANCHORS: readonly (readonly [string, string])[] = [
    ['Some Heading', 'some-heading'],
    ['heading with an - dash', 'heading-with-an---dash'],
    ['A  B', 'a--b'],
    ['Привет', 'привет'],
    ['i ❤️ unicode', 'i-\ufe0f-unicode'],
    ['中文', '中文'],
    ['foo_bar.baz()', 'foo_barbaz'],
    ['a½b² c', 'ab-c'],
  ];
  it('are those of github-slugger', async () => {
    for (const [input, expected] of ANCHORS) expect(await slug(input, { style: 'github' }), input).toBe(expected);
    const input = 'foo\nfoo\nfoo-1\nfoo\nbar\n\nbar';
    expect(await slug(input, { style: 'github', perLine: true, distinct: true })).toBe(
      'foo\nfoo-1\nfoo-1-1\nfoo-2\nbar\n\nbar-1',
    );
  });
});

exhaustive('is ASCII for every code point, and the same the second time', async () => {
  for (let first = 0; first < 0x20000; first += 0x400) {
    const line = Array.from({ length: 0x400 }, (_, i) => first + i)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => `a ${String.fromCodePoint(point)}`)
      .join(' ');
    if (line === '') continue;
    const made = await slug(line);
    expect(made).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(await slug(made)).toBe(made);
  }
});

it('keeps to the length', async () => {
  expect(await slug('one two three', { maxLength: 7 })).toBe('one-two');
  expect(await slug('one two three', { maxLength: 6 })).toBe('one');
  expect(await slug('internationalization', { maxLength: 5 })).toBe('inter');
  expect(await slug('e\u0301t\u00e9', { transliterate: false })).toBe('\u00e9t\u00e9');
});

exhaustive('grows with the length of any text, not its square', async () => {
  for (const piece of ["a'", '日', 'Ευ', 'fooBar', 'ї’']) {
    for (const options of [{}, { locale: 'uk', splitCamelCase: true, maxLength: 500 }, { transliterate: false }]) {
      await expectLinear(10_000, (length) => slug(piece.repeat(length / piece.length), options));
    }
  }
  await expectLinear(5000, (length) => slug('a\n'.repeat(length), { perLine: true, distinct: true }));
});
