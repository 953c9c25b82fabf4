/** What an authority publishes of its photos, in millimetres. */
export interface IdPhotoRule {
  readonly width: number;
  readonly height: number;
  /** From the chin to the crown. */
  readonly head: readonly [least: number, most: number];
  /** From the upper edge to the crown, where the rule says. */
  readonly top?: readonly [least: number, most: number];
  /** From the lower edge to the eyes, where the rule says. */
  readonly eyes?: readonly [least: number, most: number];
}

const INCH = 25.4;

/** ICAO Doc 9303 part 3: the head takes 70 to 80 % of the height; 32 to 36 mm of 45 in rules of European states. */
const ICAO: IdPhotoRule = { width: 35, height: 45, head: [32, 36] };

/** US Department of State: 2 × 2 inches, head 1 to 1 3/8 inches, eyes 1 1/8 to 1 3/8 inches from the bottom. */
const UNITED_STATES: IdPhotoRule = {
  width: 2 * INCH,
  height: 2 * INCH,
  head: [INCH, 1.375 * INCH],
  eyes: [1.125 * INCH, 1.375 * INCH],
};

/** By sizes, and by the states whose rules differ from those of the size. */
export const ID_PHOTO_RULES = {
  '35x45': ICAO,
  '2x2in': UNITED_STATES,
  schengen: ICAO,
  us: UNITED_STATES,
  // HM Passport Office: head 29 to 34 mm.
  uk: { width: 35, height: 45, head: [29, 34] },
  // Immigration, Refugees and Citizenship Canada: face 31 to 36 mm from chin to crown.
  canada: { width: 50, height: 70, head: [31, 36] },
  // Australian Passport Office: face 32 to 36 mm.
  australia: ICAO,
  // Ministry of Foreign Affairs of Japan: face 34 ± 2 mm, 4 ± 2 mm above it.
  japan: { width: 35, height: 45, head: [32, 36], top: [2, 6] },
  // National Immigration Administration of China: head 28 to 33 mm, 3 to 5 mm above it.
  china: { width: 33, height: 48, head: [28, 33], top: [3, 5] },
  // Immigration Department of Hong Kong: head 32 to 36 mm.
  'hong-kong': { width: 40, height: 50, head: [32, 36] },
} as const satisfies Readonly<Record<string, IdPhotoRule>>;

export type IdPhotoPreset = keyof typeof ID_PHOTO_RULES;

/** The rule of a size that no preset has: the share of ICAO Doc 9303. */
export const ruleOfSize = (width: number, height: number): IdPhotoRule => ({
  width,
  height,
  head: [0.7 * height, 0.8 * height],
});
