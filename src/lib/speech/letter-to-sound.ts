/**
 * English letters to phones (ARPAbet), longest spelling first. After the rules of Elovitz et al. (1976, NRL report 7948),
 * cut down to what forced alignment needs: the right kind of sound in the right order, since times come from the audio.
 * A rule `x)` holds at the end of a word, `(x` at its start.
 */
const RULES: readonly (readonly [string, string])[] = Object.entries({
  '(kn': 'N',
  '(gn': 'N',
  '(pn': 'N',
  '(wr': 'R',
  '(ps': 'S',
  '(x': 'Z',
  '(wh': 'W',
  '(mc': 'M AH K',
  '(y': 'Y',
  '(re': 'R IY',
  '(un': 'AH N',
  tion: 'SH AH N',
  sion: 'ZH AH N',
  ssion: 'SH AH N',
  cian: 'SH AH N',
  cious: 'SH AH S',
  tious: 'SH AH S',
  ture: 'CH ER',
  sure: 'ZH ER',
  ough: 'AO',
  augh: 'AO',
  eigh: 'EY',
  igh: 'AY',
  tch: 'CH',
  sch: 'SH',
  dge: 'JH',
  'que)': 'K',
  'gue)': 'G',
  ious: 'IY AH S',
  'ous)': 'AH S',
  'mb)': 'M',
  'mn)': 'M',
  'le)': 'AH L',
  'les)': 'AH L Z',
  'led)': 'AH L D',
  're)': 'ER',
  'ing)': 'IH NG',
  "in')": 'AH N',
  'es)': 'Z',
  'ed)': 'D',
  'ted)': 'T IH D',
  'ded)': 'D IH D',
  'ses)': 'S IH Z',
  'shes)': 'SH IH Z',
  'ches)': 'CH IH Z',
  'ies)': 'IY Z',
  'ied)': 'IY D',
  "'s)": 'Z',
  "s')": 'Z',
  'e)': '',
  'ee)': 'IY',
  'y)': 'IY',
  'ey)': 'IY',
  'o)': 'OW',
  'a)': 'AH',
  'i)': 'IY',
  'u)': 'UW',
  'er)': 'ER',
  'or)': 'ER',
  'ar)': 'ER',
  'se)': 'S',
  'ce)': 'S',
  'ge)': 'JH',
  'ove)': 'AH V',
  'ive)': 'IH V',
  'age)': 'IH JH',
  'able)': 'AH B AH L',
  'ible)': 'AH B AH L',
  'ful)': 'F AH L',
  'ness)': 'N AH S',
  'ment)': 'M AH N T',
  'less)': 'L AH S',
  'ly)': 'L IY',
  'ism)': 'IH Z AH M',
  ch: 'CH',
  sh: 'SH',
  th: 'TH',
  ph: 'F',
  gh: 'G',
  wh: 'W',
  ck: 'K',
  ng: 'NG',
  nk: 'NG K',
  qu: 'K W',
  rh: 'R',
  kh: 'K',
  zh: 'ZH',
  bb: 'B',
  cc: 'K',
  dd: 'D',
  ff: 'F',
  gg: 'G',
  ll: 'L',
  mm: 'M',
  nn: 'N',
  pp: 'P',
  rr: 'R',
  ss: 'S',
  tt: 'T',
  zz: 'Z',
  kk: 'K',
  vv: 'V',
  sce: 'S EH',
  sci: 'S AY',
  ce: 'S EH',
  ci: 'S IH',
  cy: 'S IY',
  gy: 'JH IY',
  ai: 'EY',
  ay: 'EY',
  au: 'AO',
  aw: 'AO',
  ea: 'IY',
  ee: 'IY',
  ei: 'IY',
  eu: 'UW',
  ew: 'UW',
  ie: 'IY',
  oa: 'OW',
  oi: 'OY',
  oy: 'OY',
  oo: 'UW',
  ou: 'AW',
  ow: 'OW',
  ue: 'UW',
  ui: 'UW',
  uy: 'AY',
  ae: 'EY',
  oe: 'OW',
  io: 'IY OW',
  ia: 'IY AH',
  iu: 'IY AH',
  eo: 'IY OW',
  ua: 'UW AH',
  ar: 'AA R',
  er: 'ER',
  ir: 'ER',
  or: 'AO R',
  ur: 'ER',
  yr: 'IH R',
  air: 'EH R',
  ear: 'IH R',
  eer: 'IH R',
  oor: 'AO R',
  our: 'AO R',
  all: 'AO L',
  alk: 'AO K',
  a: 'AE',
  b: 'B',
  c: 'K',
  d: 'D',
  e: 'EH',
  f: 'F',
  g: 'G',
  h: 'HH',
  i: 'IH',
  j: 'JH',
  k: 'K',
  l: 'L',
  m: 'M',
  n: 'N',
  o: 'AA',
  p: 'P',
  q: 'K',
  r: 'R',
  s: 'S',
  t: 'T',
  u: 'AH',
  v: 'V',
  w: 'W',
  x: 'K S',
  y: 'IH',
  z: 'Z',
}).sort(([a], [b]) => b.length - a.length);

/** A vowel before one consonant and a final e says its name: `made`, `hope`. */
const LONG_VOWELS: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: 'EY', e: 'IY', i: 'AY', o: 'OW', u: 'UW', y: 'AY' }),
);

/** A guess at how an unknown word sounds; empty for a word without letters. */
export function soundsOf(word: string): string[] {
  const letters = `(${word
    .toLowerCase()
    .replace(/[^a-z']/g, '')
    .slice(0, 100)})`;
  const phones: string[] = [];
  let at = 1;
  while (at < letters.length - 1) {
    const long = /^[aeiouy][bcdfgklmnpstvz]e[sd]?\)/.test(letters.slice(at))
      ? LONG_VOWELS.get(letters[at] ?? '')
      : undefined;
    if (long !== undefined) {
      phones.push(long);
      at++;
      continue;
    }
    const rule = RULES.find(
      ([spelling]) =>
        letters.startsWith(spelling, spelling.startsWith('(') ? at - 1 : at) && !(spelling.startsWith('(') && at > 1),
    );
    if (rule === undefined) {
      at++;
      continue;
    }
    const [spelling, sounds] = rule;
    // A final e is silent only where something has been said before it.
    if (sounds !== '') phones.push(...sounds.split(' '));
    else if (phones.length === 0) phones.push('IY');
    at += spelling.replace(/[()]/g, '').length;
  }
  return phones;
}
