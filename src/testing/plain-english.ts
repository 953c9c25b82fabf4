/**
 * Signs of a sentence that a native technical writer would write another way, and what they write. Declarations are held to it; the list
 * grows with what readers stumble over.
 */
const SIGNS: readonly (readonly [sign: RegExp, instead: string])[] = [
  [/(?<!\b(?:there|it) )\b(?:is|are) no (?!longer\b|more\b|way\b)/i, '"is not a …"'],
  [/\bthat there (?:is|are)\b/i, '"unknown" or "existing"'],
  [/\bwhat is said\b/i, 'the noun'],
  [/\bbehind (?:the other|one another)\b/i, '"one after another"'],
  [/\bof who(?:m)?\b/i, 'the noun'],
  [/\b(?:small|capital) letters?\b/i, '"lowercase" or "uppercase"'],
  [
    /\b(?:spaces|pixels|bytes|characters|words|megapixels|pages|rows|values) an? (?:level|file|page|minute|megapixel|picture|image|text|run|line|row)\b/i,
    '"per …"',
  ],
  [/\bhas not[.,;]?$/i, '"does not have"'],
  [/\bmended\b/i, '"fixed"'],
  [/\b(?:leaves?|leaving) out\b/i, '"removes" or "omits"'],
  [/\b(?:stands|lies) (?:in|at|on|before|after|behind|beside|between|where|as)\b/i, '"is"'],
  [/\bmust stand\b/i, '"expected"'],
];

/** What is to be rewritten in a text: `"is no", better: …`; nothing where it reads well. */
export const signsIn = (text: string): string[] =>
  SIGNS.flatMap(([sign, instead]) => {
    const found = sign.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}", better ${instead}: ${text}`];
  });
