import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { latinInAscii } from '../../engines/text/transliteration.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { checkMarkRuns } from '../../lib/unicode/mark-runs.js';
import { removeAccents } from '../../lib/unicode/remove-accents.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';

export default defineTool({
  id: 'remove-accents',
  title: 'Remove Accents',
  summary:
    'Removes accents and other diacritics from letters, so that "café" is "cafe", and leaves the rest of the text alone.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    fold: z
      .boolean()
      .default(true)
      .describe('Also writes Latin letters that ASCII lacks: ß as ss, æ as ae, ø as o, ł as l, þ as th.'),
    scripts: z
      .enum(['european', 'all'])
      .default('european')
      .describe(
        'Accents of Latin, Greek and Cyrillic letters, or nonspacing marks of every script, such as vowel points of Hebrew and Arabic.',
      ),
    keep: z.string().max(1000).default('').describe('Letters that stay as they are, such as ñÑ or äöüÄÖÜß.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'The letter ä becomes a. For ae, as German writes it, use slug-generator with its "locale"; for other scripts in Latin letters, transliterate-text.',
    'Cyrillic й, ї and ў stay, because they are letters of their own there; ё becomes е. With scripts "all" they lose their marks too, Japanese が becomes か, and Hindi loses vowel signs.',
    'Letters are found whether they are composed or not; text without accents keeps its form. Case stays, punctuation and symbols too. At most 256 marks may follow one another.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'strip diacritics',
    'remove diacritics',
    'unaccent',
    'accents to ascii',
    'umlauts to ascii',
    'fold to ascii',
    'ascii letters only',
    'remove tildes',
    'zalgo remover',
    'plain letters',
  ],
  verified: [
    'uconv (ICU 72, Latin-ASCII): the same letters for Latin-1, Latin Extended-A, Extended-B and Extended Additional wherever it writes ASCII, but for ŉ, Ŋ, ƕ and Ƣ',
    'uconv (ICU 72, nonspacing marks removed): the same text with scripts "all" for every composed letter of the Basic Multilingual Plane outside Hangul',
  ],
  examples: [
    {
      title: 'French, Spanish, Czech',
      input: 'Crème brûlée, ¿mañana? Příliš žluťoučký kůň',
      output: { text: 'Creme brulee, ¿manana? Prilis zlutoucky kun' },
    },
    {
      title: 'Letters without an accent of their own',
      input: 'Straße, Ærø, Łódź, Þór',
      output: { text: 'Strasse, AEro, Lodz, THor' },
    },
    {
      title: 'Without folding, and ñ stays',
      input: 'Straße, señor, canción',
      options: { fold: false, keep: 'ñ' },
      output: { text: 'Straße, señor, cancion' },
    },
    {
      title: 'Greek, Russian and Hebrew',
      input: 'Ελλάδα, ёлка, мой, שָׁלוֹם',
      options: { scripts: 'all' },
      output: { text: 'Ελλαδα, елка, мои, שלום' },
    },
    {
      title: 'Nothing to change',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { fold, scripts, keep } }) {
    const rules = {
      scripts,
      keep: new Set(splitGraphemes(keep.normalize('NFC'))),
      fold: fold ? latinInAscii : (letter: string) => letter,
    };
    return eachText({ input, files, signal }, (source) => {
      refusing(`Cannot read ${source.label}`, () => checkMarkRuns(source.text));
      return editedResult(source, removeAccents(source.text, rules));
    });
  },
});
