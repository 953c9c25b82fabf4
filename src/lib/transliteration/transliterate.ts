import { ContentFault } from '../faults.js';
import { romanizeHangul } from './hangul.js';
import { romanizeBulgarian, romanizeGreek, romanizeUkrainian } from './national.js';
import { type Pass, transformPass } from './rules.js';
import { romanizeRuns, scriptRuns } from './scripts.js';

export interface TransliterationRules {
  readonly system: 'common' | 'scholarly';
  /** Primary subtag of the language. */
  readonly language: string;
  readonly tones: 'marks' | 'numbers' | 'none';
  readonly kanji: 'refuse' | 'keep' | 'pinyin';
  readonly ascii: boolean;
}

interface System {
  readonly name: string;
  readonly pass: Pass;
}

/** Transforms of CLDR by the names of scripts in Unicode, and what they follow. */
const CLDR: Readonly<Record<string, readonly [string, string]>> = {
  Cyrillic: ['Cyrl-Latn', 'CLDR, from ISO 9'],
  Greek: ['Grek-Latn', 'CLDR, from ISO 843'],
  Arabic: ['Arab-Latn', 'CLDR, from ISO 233'],
  Armenian: ['Armn-Latn', 'CLDR, from ISO 9985'],
  Bengali: ['Beng-Latn', 'ISO 15919'],
  Canadian_Aboriginal: ['Cans-Latn', 'CLDR'],
  Devanagari: ['Deva-Latn', 'ISO 15919'],
  Ethiopic: ['Ethi-Latn', 'CLDR'],
  Georgian: ['Geor-Latn', 'CLDR'],
  Gujarati: ['Gujr-Latn', 'ISO 15919'],
  Gurmukhi: ['Guru-Latn', 'ISO 15919'],
  Hangul: ['Hang-Latn', 'Letter by letter, from the Korean Ministry of Culture'],
  Han: ['Hani-Latn', 'Pinyin'],
  Hebrew: ['Hebr-Latn', 'CLDR, from ISO 259'],
  Hiragana: ['Hira-Latn', 'CLDR, from Hepburn'],
  Katakana: ['Kana-Latn', 'CLDR, from Hepburn'],
  Kannada: ['Knda-Latn', 'ISO 15919'],
  Malayalam: ['Mlym-Latn', 'ISO 15919'],
  Myanmar: ['my-my_Latn', 'CLDR'],
  Oriya: ['Orya-Latn', 'ISO 15919'],
  Sinhala: ['si-si_Latn', 'CLDR'],
  Syriac: ['Syrc-Latn', 'CLDR'],
  Tamil: ['Taml-Latn', 'ISO 15919'],
  Telugu: ['Telu-Latn', 'ISO 15919'],
  Thaana: ['Thaa-Latn', 'CLDR'],
  Thai: ['Thai-Latn', 'CLDR, from ISO 11940'],
};

/** Languages in Cyrillic whose rules CLDR has by BGN/PCGN. */
const BGN = new Map([
  ['ru', 'Russian'],
  ['be', 'Belarusian'],
  ['kk', 'Kazakh'],
  ['ky', 'Kyrgyz'],
  ['mn', 'Mongolian'],
  ['mk', 'Macedonian'],
  ['sr', 'Serbian'],
]);

const whole =
  (convert: (text: string) => string): Pass =>
  (_, run) =>
    convert(run);

/** Letters that one language in Cyrillic has and the others of this table above it lack. */
const TELLING: readonly (readonly [string, RegExp])[] = [
  ['be', /ў/i],
  ['mk', /[ѓќѕ]/i],
  ['sr', /[ђћљњџј]/i],
  ['kk', /[әғқұһ]/i],
  ['uk', /[їєґ]/i],
  ['ky', /ң/i],
  ['mn', /[өү]/i],
  ['be', /^(?=[\s\S]*і)[\s\S]*[ыэ]/i],
  ['uk', /і/i],
];

/** The language of a text in Cyrillic: the one that is named, else by its letters; Bulgarian has none of its own. */
const cyrillicLanguage = (named: string, text: string): string =>
  named === 'uk' || named === 'bg' || BGN.has(named)
    ? named
    : (TELLING.find(([, letters]) => letters.test(text))?.[0] ?? 'ru');

function cyrillic(language: string): System {
  if (language === 'uk') return { name: 'Ukraine 2010', pass: whole(romanizeUkrainian) };
  if (language === 'bg') return { name: 'Bulgaria 2009', pass: whole(romanizeBulgarian) };
  return { name: `BGN/PCGN for ${BGN.get(language)}`, pass: transformPass(`${language}-${language}_Latn/BGN`) };
}

/** Letters that a language lacks are written letter by letter. */
function wholeCyrillic({ name, pass }: System): System {
  const rest = transformPass('Cyrl-Latn');
  return { name, pass: (before, run, after) => rest(before, pass(before, run, after), after) };
}

/** Hepburn as it is used now: ō and ū for long vowels, zu and ji for what sounds so. */
const hepburn =
  (pass: Pass): Pass =>
  (before, run, after) =>
    pass(before, run, after)
      .replaceAll('~', '')
      .replace(/d(?=zu|j)/g, '')
      .replace(/o[ou]/g, 'ō')
      .replace(/uu/g, 'ū');

const TONES = ['\u0304', '\u0301', '\u030c', '\u0300'];

/** Syllables of Pinyin with the tone as a number behind, 5 for none, or without it. */
const retoned = (text: string, tones: 'numbers' | 'none'): string =>
  text
    .normalize('NFD')
    .replace(/[a-z](?:[a-z]|\p{M})*/gu, (syllable) => {
      const tone = TONES.findIndex((mark) => syllable.includes(mark));
      const bare = tone === -1 ? syllable : syllable.replace(TONES[tone] ?? '', '');
      return tones === 'none' ? bare : `${bare}${tone === -1 ? 5 : tone + 1}`;
    })
    .normalize('NFC');

function common(script: string, language: string): System | undefined {
  switch (script) {
    case 'Cyrillic':
      return wholeCyrillic(cyrillic(language));
    case 'Greek':
      return { name: 'ELOT 743', pass: whole(romanizeGreek) };
    case 'Armenian':
      return { name: 'BGN/PCGN', pass: transformPass('hy-hy_Latn/BGN') };
    case 'Georgian':
      return { name: 'Georgia 2002', pass: transformPass('ka-ka_Latn/BGN') };
    case 'Hangul': {
      const rest = transformPass('Hang-Latn');
      return { name: 'Revised Romanization', pass: (before, run, after) => rest(before, romanizeHangul(run), after) };
    }
    case 'Hiragana':
    case 'Katakana':
      return { name: 'Hepburn', pass: hepburn(transformPass(CLDR[script]?.[0] ?? '')) };
    default:
      return undefined;
  }
}

function systemOf(script: string, { system, language, tones }: TransliterationRules): System | undefined {
  const [transform, name = ''] = CLDR[script] ?? [];
  if (transform === undefined) return undefined;
  const found = system === 'common' ? common(script, language) : undefined;
  if (found !== undefined) return found;
  const pass = transformPass(transform);
  if (script !== 'Han' || tones === 'marks') return { name, pass };
  return { name, pass: (before, run, after) => retoned(pass(before, run, after), tones) };
}

export interface Transliteration {
  readonly text: string;
  /** In the order of the text. */
  readonly scripts: readonly { readonly script: string; readonly system: string; readonly characters: number }[];
  /** Letters of the result that are not Latin. */
  readonly lettersKept: number;
  readonly isJapanese: boolean;
}

/** A text in Latin letters. Throws ContentFault at a kanji that is neither kept nor read as Chinese. */
export function transliterate(source: string, rules: TransliterationRules): Transliteration {
  const composed = source.normalize('NFC');
  const isJapanese =
    rules.language === 'ja' || (rules.language !== 'zh' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(composed));
  const kanji = isJapanese ? /\p{Script=Han}/u.exec(composed) : null;
  if (kanji !== null && rules.kanji === 'refuse')
    throw ContentFault.at(
      composed,
      kanji.index,
      `the reading of the kanji "${kanji[0]}" depends on its word; option "kanji" can keep kanji or write them as Chinese`,
    );
  const told = { ...rules, language: cyrillicLanguage(rules.language, composed) };
  const systems = new Map<string, System | undefined>();
  const systemFor = (script: string): System | undefined => {
    if (!systems.has(script))
      systems.set(
        script,
        script === 'Han' && isJapanese && rules.kanji === 'keep' ? undefined : systemOf(script, told),
      );
    return systems.get(script);
  };
  const latin = romanizeRuns(composed, (script) => systemFor(script)?.pass);
  const text = (rules.ascii ? transformPass('Latin-ASCII')('', latin, '') : latin).normalize('NFC');
  const counts = new Map<string, number>();
  for (const { script, text: run } of scriptRuns(composed)) {
    if (script === 'Common' || script === 'Latin') continue;
    counts.set(script, (counts.get(script) ?? 0) + (run.match(/[\p{L}\p{M}]/gu)?.length ?? 0));
  }
  return {
    text,
    scripts: [...counts].map(([script, characters]) => ({
      script: script.replaceAll('_', ' '),
      system: systems.get(script)?.name ?? 'none: kept',
      characters,
    })),
    lettersKept: text.match(/(?=\p{L})[^\p{Script=Latin}\p{Script=Common}]/gu)?.length ?? 0,
    isJapanese,
  };
}
