import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The looks that a tool offers. */
export const FONT_STYLES = ['sans', 'serif', 'mono'] as const;

export type FontStyle = (typeof FONT_STYLES)[number];

/** The name by which a renderer finds the font of a style. */
export const FONT_FAMILIES: Readonly<Record<FontStyle, string>> = {
  sans: 'Noto Sans',
  serif: 'Noto Serif',
  mono: 'Noto Sans Mono',
};

const EMOJI_FAMILY = 'Noto Emoji';

/** Families in which a renderer of documents looks for letters, in this order: a key such as 1️⃣ begins with a digit that others have too. */
export const fontList = (style: FontStyle): string[] => [FONT_FAMILIES[style], EMOJI_FAMILY];

const require = createRequire(import.meta.url);

const google = (slug: string, name: string, style: string): string =>
  require.resolve(`@expo-google-fonts/${slug}/${style}/${name}_${style}.ttf`);

// Its fonts are not exports of the package; they lie beside the folder of what is.
const embedPdf = (name: string, file: string): string => join(dirname(require.resolve(name)), '..', 'fonts', file);

const STYLES: Readonly<Record<FontStyle, readonly [slug: string, name: string, hasItalics: boolean]>> = {
  sans: ['noto-sans', 'NotoSans', true],
  serif: ['noto-serif', 'NotoSerif', true],
  mono: ['noto-sans-mono', 'NotoSansMono', false],
};

/**
 * Scripts that the fonts of the styles lack, and what holds them: regular and bold where there are both. Japanese is written
 * with the Chinese font, which has its kana; its Han characters have their mainland form. The family is name 1 of the font's name table.
 */
const SCRIPTS: readonly (readonly [pattern: RegExp, family: string, regular: () => string, bold?: () => string])[] = [
  [
    /\p{Script=Hangul}/u,
    'Noto Sans Korean Regular',
    () => embedPdf('@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf'),
    () => embedPdf('@embedpdf/fonts-kr', 'NotoSansKR-Bold.otf'),
  ],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    'Noto Sans S Chinese Regular',
    () => embedPdf('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
    () => embedPdf('@embedpdf/fonts-sc', 'NotoSansHans-Bold.otf'),
  ],
  [
    /\p{Script=Arabic}/u,
    'Noto Sans Arabic',
    () => google('noto-sans-arabic', 'NotoSansArabic', '400Regular'),
    () => google('noto-sans-arabic', 'NotoSansArabic', '700Bold'),
  ],
  [
    /\p{Script=Hebrew}/u,
    'Noto Sans Hebrew',
    () => google('noto-sans-hebrew', 'NotoSansHebrew', '400Regular'),
    () => google('noto-sans-hebrew', 'NotoSansHebrew', '700Bold'),
  ],
  [
    /\p{Script=Thai}/u,
    'Noto Sans Thai',
    () => google('noto-sans-thai', 'NotoSansThai', '400Regular'),
    () => google('noto-sans-thai', 'NotoSansThai', '700Bold'),
  ],
  // Keys and flags are written with characters that are no pictures by themselves.
  [
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u,
    EMOJI_FAMILY,
    () => google('noto-emoji', 'NotoEmoji', '400Regular'),
  ],
];

/**
 * Paths of the font files that a text needs, the named styles first, then the fonts of its scripts; never more, because a
 * renderer reads all it is given. Latin, Greek, Cyrillic and Devanagari are in `sans`; emoji are drawn in one colour.
 */
export function fontFiles(text: string, styles: readonly FontStyle[] = ['sans']): string[] {
  const files: string[] = [];
  for (const style of styles) {
    const [slug, name, hasItalics] = STYLES[style];
    files.push(google(slug, name, '400Regular'), google(slug, name, '700Bold'));
    if (hasItalics) files.push(google(slug, name, '400Regular_Italic'), google(slug, name, '700Bold_Italic'));
  }
  // What only the sans font has, such as Devanagari, is taken from it.
  if (!styles.includes('sans')) files.push(google('noto-sans', 'NotoSans', '400Regular'));
  for (const [pattern, , regular, bold] of SCRIPTS) {
    if (!pattern.test(text)) continue;
    files.push(regular());
    if (bold !== undefined) files.push(bold());
  }
  return files;
}

/** The same fonts as bytes, for renderers that take no paths. */
export const fontBytes = (text: string, styles?: readonly FontStyle[]): Uint8Array[] =>
  fontFiles(text, styles).map((path) => readFileSync(path));

/**
 * Whether a text needs several fonts in a way that a renderer without shaping of its own, which puts one letter for another, cannot
 * draw: emoji, which are often one picture for several characters, or letters of two scripts that the fonts of the styles lack.
 */
export function isOfSeveralFonts(text: string): boolean {
  const scripts = SCRIPTS.filter(([pattern]) => pattern.test(text));
  return scripts.length > 1 || scripts.some(([, family]) => family === EMOJI_FAMILY);
}

/** An emoji of several characters (a key, a flag, people with hair and jobs) is one. */
const LETTERS =
  /[#*\d]\ufe0f?\u20e3|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*|./gsu;

/** Parts of a text with the family that holds their letters, for renderers that look for no other font by themselves. */
export function fontParts(text: string, style: FontStyle): { readonly family: string; readonly text: string }[] {
  const own = FONT_FAMILIES[style];
  const parts: { family: string; text: string }[] = [];
  for (const [character] of text.matchAll(LETTERS)) {
    const script = SCRIPTS.find(([pattern]) => pattern.test(character))?.[1];
    const last = parts.at(-1);
    // Marks, spaces and joiners are drawn by the font of the letter they follow.
    const isCarried = script === undefined && last !== undefined && /^(?:\p{M}|\u200c|\u200d| )$/u.test(character);
    const family =
      script ?? (isCarried ? last.family : /\p{Script=Devanagari}/u.test(character) ? FONT_FAMILIES.sans : own);
    if (last?.family === family) last.text += character;
    else parts.push({ family, text: character });
  }
  return parts;
}
