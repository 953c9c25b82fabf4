/** Notes and posts in five languages with dates, amounts, phones and paths at known places, and what looks like them. */
import { type Chance, pick } from './chance.js';
import { type Makers, type PlantedText, plantedText } from './planted-texts.js';

const two = (value: number): string => String(value).padStart(2, '0');
const digits = (chance: Chance, count: number): string => Array.from({ length: count }, () => chance(10)).join('');
const hex = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance(16).toString(16)).join('');

const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  fr: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  nl: [
    'januari',
    'februari',
    'maart',
    'april',
    'mei',
    'juni',
    'juli',
    'augustus',
    'september',
    'oktober',
    'november',
    'december',
  ],
};

const longDate =
  (language: string, write: (day: number, month: string, year: number) => string) =>
  (chance: Chance): readonly [string, string] => {
    const [year, month, day] = [1990 + chance(60), chance(12), 1 + chance(28)];
    return [write(day, MONTHS[language]?.[month] ?? '', year), `${year}-${two(month + 1)}-${two(day)}`];
  };

const MAKERS: Makers = {
  dateEn: longDate('en', (day, month, year) => `${day} ${month} ${year}`),
  dateUs: longDate('en', (day, month, year) => `${month} ${day}, ${year}`),
  dateDe: longDate('de', (day, month, year) => `${day}. ${month} ${year}`),
  dateFr: longDate('fr', (day, month, year) => `${day} ${month} ${year}`),
  dateEs: longDate('es', (day, month, year) => `${day} de ${month} de ${year}`),
  dateNl: longDate('nl', (day, month, year) => `${day} ${month} ${year}`),
  iso: (chance) => `${1990 + chance(60)}-${two(1 + chance(12))}-${two(1 + chance(28))}`,
  email: (chance) =>
    `${pick(chance, ['ana', 'j.kowalska', 'max+news'])}${chance(90)}@${pick(chance, ['mail.example.co.uk', 'example.org'])}`,
  url: (chance) =>
    `https://${pick(chance, ['example.org', 'www.example.com', 'bücher.example'])}/${hex(chance, 4)}?q=${chance(99)}#x`,
  phoneUs: (chance) => {
    const line = `${2 + chance(8)}${digits(chance, 2).replace('11', '12')}-${digits(chance, 4)}`;
    return [`+1 212-${line}`, `+1212${line.replace('-', '')}`];
  },
  phoneDe: (chance) => {
    const line = `2${digits(chance, 7)}`;
    return [`+49 30 ${line}`, `+4930${line}`];
  },
  phoneFr: (chance) => {
    const line = `42 ${digits(chance, 2)} ${digits(chance, 2)} ${digits(chance, 2)}`;
    return [`+33 1 ${line}`, `+331${line.replaceAll(' ', '')}`];
  },
  moneyPoint: (chance) => {
    const [high, low, cents] = [1 + chance(999), digits(chance, 3), digits(chance, 2)];
    return [`${pick(chance, ['$', 'USD '])}${high},${low}.${cents}`, `${high}${low}.${cents} USD`];
  },
  moneyComma: (chance) => {
    const [high, low, cents] = [1 + chance(999), digits(chance, 3), digits(chance, 2)];
    return [
      `${high}${pick(chance, ['.', '\u00a0'])}${low},${cents} ${pick(chance, ['€', 'EUR'])}`,
      `${high}${low}.${cents} EUR`,
    ];
  },
  quantity: (chance) => {
    const unit = pick(chance, ['km', 'kg', '°C', '%', 'GB', 'km/h', 'kWh']);
    const number = 2 + chance(900);
    return [`${number} ${unit}`, `${number} ${unit}`];
  },
  number: (chance) => `${2 + chance(90)}`,
  hashtag: (chance) => `#${pick(chance, ['summer', 'été', 'Straße', 'news'])}${chance(99)}`,
  mention: (chance) => `@${pick(chance, ['ada', 'max_b', 'ana.k'])}${chance(99)}`,
  path: (chance) =>
    pick(chance, [
      `/var/log/app${chance(99)}/x.log`,
      `C:\\Users\\ada\\file${chance(99)}.txt`,
      `~/notes/a${chance(9)}.md`,
      `./src/main${chance(9)}.ts`,
    ]),
  place: (chance) => {
    const [latitude, longitude] = [
      `${10 + chance(70)}.${digits(chance, 3)}${1 + chance(9)}`,
      `-${10 + chance(100)}.${digits(chance, 3)}${1 + chance(9)}`,
    ];
    return [`${latitude}, ${longitude}`, `${latitude},${longitude}`];
  },
  // Of none of the kinds.
  version: (chance) => `v${chance(20)}.${chance(30)}.${chance(99)}`,
  uuid: (chance) => hex(chance, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  sha1: (chance) => `a${hex(chance, 38)}f`,
  code: (chance) => `A${digits(chance, 9)}`,
  color: (chance) => pick(chance, ['#a1b2c3', '#fff', '#00ff7f']) + (chance(1) === 1 ? 'x' : ''),
  rule: (chance) => pick(chance, ['@media', '@import', 'and/or', 'km/h', 'n/a']),
};

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Write to {email:email} or see {url:url} for details.',
    'We met {mention:mention} and paid {money:moneyPoint} by {date:dateEn}, {hashtag:hashtag}.',
    'The deadline is {date:dateUs}; call {phone:phoneUs}.',
    'At {coordinates:place} we measured {quantity:quantity} with {number:number} people.',
    'The log is in {file-path:path} since {date:iso}.',
    'Build {version} of {uuid} has the color {color} and uses {rule} for {code}, {sha1}.',
  ],
  de: [
    'Schreiben Sie an {email:email} bis zum {date:dateDe}.',
    'Es kostet {money:moneyComma} und wiegt {quantity:quantity}; Telefon {phone:phoneDe}.',
    'Mit {mention:mention} und {number:number} Leuten in {coordinates:place}, {hashtag:hashtag}.',
    'Die Datei {file-path:path} liegt bei {url:url} in Fassung {version}, Kennung {uuid}, Farbe {color}.',
  ],
  fr: [
    'Écrivez à {email:email} avant le {date:dateFr}.',
    'Le prix est de {money:moneyComma} pour {quantity:quantity}, appelez le {phone:phoneFr}.',
    'Avec {mention:mention} et {number:number} amis {hashtag:hashtag}, voir {url:url}.',
    'Le fichier {file-path:path} de la version {version}, code {code}, {sha1}.',
  ],
  es: [
    'Escriba a {email:email} antes del {date:dateEs}.',
    'El precio es de {money:moneyComma} por {quantity:quantity}, en {coordinates:place}.',
    'Con {mention:mention} y {number:number} amigos {hashtag:hashtag}, ver {url:url}.',
    'El archivo {file-path:path} de la versión {version}, código {code}, {uuid}.',
  ],
  nl: [
    'Mail naar {email:email} voor {date:dateNl}.',
    'De prijs is {money:moneyComma} voor {quantity:quantity}, zie {url:url}.',
    'Met {mention:mention} en {number:number} vrienden {hashtag:hashtag} sinds {date:iso}.',
    'Het bestand {file-path:path} van versie {version}, code {code}, {sha1}.',
  ],
};

export const ENTITY_LANGUAGES = Object.keys(SENTENCES);

export const entityText = (language: string, seed: number, sentences: number): PlantedText =>
  plantedText(SENTENCES[language] ?? [], MAKERS, seed, sentences);
