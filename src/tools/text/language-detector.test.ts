import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';

import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';
import languageDetector from './language-detector.js';

// Article 1 of the Universal Declaration of Human Rights, as the United Nations publish it.
const ARTICLES: Readonly<Record<string, string>> = {
  en: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience.',
  es: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia.',
  it: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza.',
  pt: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência.',
  nl: 'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten.',
  sv: 'Alla människor är födda fria och lika i värde och rättigheter. De har utrustats med förnuft och samvete.',
  pl: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem.',
  ru: 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.',
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  zh: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。',
  ar: 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء.',
};

it('the first article of the declaration is known in thirteen languages', async () => {
  for (const [language, input] of Object.entries(ARTICLES)) {
    const { data } = await runTool(languageDetector, { input });
    expect(data, input).toMatchObject({ language });
  }
});

it('a long text is judged by more than its beginning', async () => {
  const { data } = await runTool(languageDetector, { input: `${ARTICLES.en} ${`${ARTICLES.sv} `.repeat(50)}` });
  expect(data).toMatchObject({ language: 'sv' });
});

exhaustive('grows with the length of the text, and with the number of its lines', async () => {
  await expectLinear(50_000, async (length) => {
    const { data } = await runTool(languageDetector, { input: `${ARTICLES.it} `.repeat(9000).slice(0, length) });
    expect(data).toMatchObject({ language: 'it' });
  });
  await expectLinear(500, async (length) => {
    const input = Array.from({ length }, () => ARTICLES.nl?.slice(0, 95)).join('\n');
    expect((await runTool(languageDetector, { input, options: { perLine: true } })).status).toBe(200);
  });
});

it('each of several files is detected, as a whole or line by line', async () => {
  const files = [
    { name: 'a.txt', bytes: Buffer.from('Alle Menschen sind frei und gleich an Würde und Rechten geboren.', 'latin1') },
    { name: 'b.txt', bytes: Buffer.from('Tous les êtres humains naissent libres et égaux en dignité.') },
  ];
  const { data } = await runTool(languageDetector, { files });
  expect(data).toMatchObject({
    files: [
      { name: 'a.txt', detected: { language: 'de', name: 'German' } },
      { name: 'b.txt', detected: { language: 'fr' } },
    ],
  });
  const lines = await runTool(languageDetector, { files, options: { perLine: true } });
  expect(lines.data).toMatchObject({ files: [{ lines: [{ line: 1, language: 'de' }] }, { name: 'b.txt' }] });
});
