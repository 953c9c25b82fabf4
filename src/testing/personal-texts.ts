/**
 * Letters, notes and logs in eight languages with personal data at known places, and what looks like it: order numbers, versions, ISBNs,
 * dates, UUIDs, hashes, amounts. Check digits are computed here, by the rules of the issuing offices, not by the code under test.
 */
import { type Chance, pick } from './chance.js';
import { type Makers, type PlantedText, plantedText } from './planted-texts.js';

const digits = (chance: Chance, count: number): string => Array.from({ length: count }, () => chance(10)).join('');
const nonZero = (chance: Chance): string => String(1 + chance(9));
const two = (value: number): string => String(value).padStart(2, '0');
const hex = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance(16).toString(16)).join('');
const sumOf = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0);

function luhnDigit(body: string): string {
  let sum = 0;
  for (const [i, digit] of [...body].reverse().entries()) {
    const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

const withLuhn = (body: string): string => body + luhnDigit(body);

/** Draws until `make` gives something: some bodies have no check digit. */
function drawn(make: () => string | undefined): string {
  for (;;) {
    const made = make();
    if (made !== undefined) return made;
  }
}

const day = (chance: Chance): [year: number, month: number, date: number] => [
  1940 + chance(60),
  1 + chance(12),
  1 + chance(28),
];

function steuerId(chance: Chance): string {
  const order = Array.from({ length: 10 }, (_, digit) => digit).sort(() => chance(3) - 1);
  const body = order.slice(0, 9);
  // One digit comes twice, one not at all (§ 139b AO, rules of 2016).
  body.splice(2 + chance(7), 0, body[0] ?? 1);
  if (body[0] === 0) return steuerId(chance);
  let product = 10;
  for (const digit of body) product = (((digit + product) % 10 || 10) * 2) % 11;
  const check = (11 - product) % 10;
  return `${body.join('')}${check}`;
}

function codiceFiscale(chance: Chance): string {
  const letters = (count: number): string =>
    Array.from({ length: count }, () => pick(chance, [...'BCDFGLMNPRST'])).join('');
  const [year, month, date] = day(chance);
  const body = `${letters(6)}${two(year % 100)}${'ABCDEHLMPRST'[month - 1]}${two(date + (chance(2) === 0 ? 40 : 0))}H501`;
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  let sum = 0;
  for (const [i, character] of [...body].entries()) {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    sum += i % 2 === 0 ? (odd[value] ?? 0) : value;
  }
  return body + String.fromCharCode(65 + (sum % 26));
}

const iban = (country: string, account: string): string => {
  const rest = [...`${account}${country}00`]
    .map((one) => (/\d/.test(one) ? one : String(one.charCodeAt(0) - 55)))
    .join('');
  return `${country}${two(98 - Number(BigInt(rest) % 97n))}${account}`;
};
const groups = (text: string, size: number, gap = ' '): string =>
  text.replace(new RegExp(`.{${size}}(?=.)`, 'g'), `$&${gap}`);

const MAKERS: Makers = {
  ssn: (chance) =>
    `${1 + chance(5)}${digits(chance, 1)}${nonZero(chance)}-${nonZero(chance)}${digits(chance, 1)}-${nonZero(chance)}${digits(chance, 3)}`,
  nhs: (chance) =>
    drawn(() => {
      const body = nonZero(chance) + digits(chance, 8);
      const check = (11 - (sumOf(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
      return check === 10 ? undefined : `${body}${check}`.replace(/(...)(...)(....)/, '$1 $2 $3');
    }),
  nino: (chance) =>
    `${pick(chance, ['AB', 'CE', 'JG', 'PY', 'SX'])} ${digits(chance, 2)} ${digits(chance, 2)} ${digits(chance, 2)} ${pick(chance, ['A', 'B', 'C', 'D'])}`,
  steuerId: (chance) =>
    chance(2) === 0 ? steuerId(chance) : steuerId(chance).replace(/(..)(...)(...)(...)/, '$1 $2 $3 $4'),
  nir: (chance) => {
    const [year, month] = day(chance);
    const body = `${1 + chance(2)}${two(year % 100)}${two(month)}75${two(10 + chance(80))}${nonZero(chance)}${digits(chance, 3)}`;
    const whole = `${body}${two(97 - Number(BigInt(body) % 97n))}`;
    return chance(2) === 0 ? whole : whole.replace(/(.)(..)(..)(..)(...)(...)(..)/, '$1 $2 $3 $4 $5 $6 $7');
  },
  dni: (chance) => {
    const number = digits(chance, 8);
    return `${number}${chance(2) === 0 ? '-' : ''}${'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23]}`;
  },
  codiceFiscale,
  cpf: (chance) => {
    const body = digits(chance, 9);
    const check = (text: string): number =>
      ((sumOf(
        text,
        Array.from(text, (_, i) => text.length + 1 - i),
      ) *
        10) %
        11) %
      10;
    const first = check(body);
    return `${body}${first}${check(`${body}${first}`)}`.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
  },
  bsn: (chance) =>
    drawn(() => {
      const body = nonZero(chance) + digits(chance, 7);
      const check = sumOf(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
      return check === 10 ? undefined : `${body}${check}`;
    }),
  pesel: (chance) => {
    const [year, month, date] = day(chance);
    const body = `${two(year % 100)}${two(month)}${two(date)}${digits(chance, 4)}`;
    return `${body}${(10 - (sumOf(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10}`;
  },
  card: (chance) => {
    const number = withLuhn(`${pick(chance, ['4', '51', '55', '2221'])}${digits(chance, 15)}`.slice(0, 15));
    return pick(chance, [number, groups(number, 4), groups(number, 4, '-')]);
  },
  email: (chance) =>
    `${pick(chance, ['ana', 'j.kowalska', 'max+news', 'p_dupont', 'o’neil', 'info', 'søren'])}${chance(90)}@${pick(chance, ['mail.example.co.uk', 'example.org', 'firma-beispiel.de', 'exemple.fr', 'bücher.example'])}`.replace(
      '’',
      "'",
    ),
  ip: (chance) =>
    pick(chance, [
      () => `${1 + chance(223)}.${chance(256)}.${chance(256)}.${1 + chance(254)}`,
      () => `2a01:${hex(chance, 4)}:${hex(chance, 3)}::${hex(chance, 2)}`,
      () => Array.from({ length: 8 }, () => hex(chance, 4)).join(':'),
    ])(),
  mac: (chance) => pick(chance, [groups(hex(chance, 12), 2, ':'), groups(hex(chance, 12).toUpperCase(), 2, '-')]),
  secret: (chance) =>
    `AKIA${Array.from({ length: 16 }, () => pick(chance, [...'BCDEFGHJKLMNPQRSTUVWYZ234567'])).join('')}`,
  isoDate: (chance) =>
    day(chance)
      .map((part, i) => (i === 0 ? String(part) : two(part)))
      .join('-'),
  euDate: (chance) =>
    day(chance)
      .reverse()
      .map((part) => (part > 99 ? String(part) : two(part)))
      .join('.'),
  slashDate: (chance) =>
    day(chance)
      .reverse()
      .map((part) => (part > 99 ? String(part) : two(part)))
      .join('/'),
  phoneUs: (chance) =>
    pick(chance, ['(212) ', '415-', '+1 617 ', '+1-303-']).concat(
      `${2 + chance(8)}${digits(chance, 2).replace('11', '12')}-${digits(chance, 4)}`,
    ),
  phoneGb: (chance) => pick(chance, ['+44 20 7946 0', '020 7946 0', '+44 (0)20 7946 0']).concat(digits(chance, 3)),
  phoneDe: (chance) => pick(chance, ['+49 30 ', '030 ', '030/', '0049 30 ']).concat(`2${digits(chance, 7)}`),
  phoneFr: (chance) =>
    pick(chance, ['+33 1 ', '01 ']).concat(`42 ${digits(chance, 2)} ${digits(chance, 2)} ${digits(chance, 2)}`),
  phoneEs: (chance) =>
    pick(chance, ['+34 ', '']).concat(`6${digits(chance, 2)} ${digits(chance, 3)} ${digits(chance, 3)}`),
  phoneIt: (chance) =>
    pick(chance, ['+39 ', '']).concat(`3${pick(chance, ['33', '47', '28'])} ${nonZero(chance)}${digits(chance, 6)}`),
  phonePt: (chance) => `+55 11 9${8 + chance(2)}${digits(chance, 3)}-${digits(chance, 4)}`,
  phoneNl: (chance) => pick(chance, ['+31 20 ', '020-']).concat(`${pick(chance, ['5', '6', '7'])}${digits(chance, 6)}`),
  phonePl: (chance) =>
    pick(chance, ['+48 ', '']).concat(
      `6${pick(chance, ['01', '02', '05', '09'])} ${digits(chance, 3)} ${digits(chance, 3)}`,
    ),
  ibanDe: (chance) =>
    pick(chance, [(one: string) => one, (one: string) => groups(one, 4)])(iban('DE', digits(chance, 18))),
  ibanFr: (chance) => groups(iban('FR', `${digits(chance, 10)}${digits(chance, 11)}${digits(chance, 2)}`), 4),
  ibanNl: (chance) => iban('NL', `INGB${digits(chance, 10)}`),
  ibanGb: (chance) => groups(iban('GB', `NWBK${digits(chance, 14)}`), 4),
  password: (chance) => `app:${hex(chance, 4)}-Tr4v-${digits(chance, 4)}`,
  // What is not personal data.
  uuid: (chance) => hex(chance, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  sha1: (chance) => hex(chance, 40),
  md5: (chance) => hex(chance, 32),
  version: (chance) => `${chance(20)}.${chance(30)}.${chance(99)}`,
  version4: (chance) => `${1 + chance(20)}.${chance(30)}.${chance(99)}.${chance(200)}`,
  isbn: (chance) => {
    const body = `978${digits(chance, 9)}`;
    const whole = body + String((10 - (sumOf(body, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10);
    return pick(chance, [whole, whole.replace(/(...)(.)(....)(....)(.)/, '$1-$2-$3-$4-$5')]);
  },
  order: (chance) =>
    pick(chance, [
      digits(chance, 8),
      digits(chance, 11),
      digits(chance, 16),
      `${digits(chance, 4)}-${digits(chance, 4)}-${digits(chance, 4)}`,
      `A${digits(chance, 9)}`,
    ]),
  amount: (chance) =>
    pick(chance, [
      `${digits(chance, 3)}.${digits(chance, 3)},${digits(chance, 2)}`,
      `${nonZero(chance)},${digits(chance, 3)},${digits(chance, 3)}.${digits(chance, 2)}`,
      `${nonZero(chance)} ${digits(chance, 3)} ${digits(chance, 3)}`,
    ]),
  years: () => '2019-2024',
  time: (chance) => `${two(chance(24))}:${two(chance(60))}:${two(chance(60))}`,
  stamp: (chance) => `${1_600_000_000 + chance(99_999_999)}`,
  coordinates: (chance) => `${chance(90)}.${digits(chance, 6)}, ${chance(180)}.${digits(chance, 6)}`,
  wrongIban: (chance) => iban('DE', digits(chance, 18)).replace(/.$/, (last) => String((Number(last) + 1) % 10)),
  file: (chance) => `report_${digits(chance, 8)}.pdf`,
  handle: (chance) => `@user${digits(chance, 3)}`,
};

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Please write to {email:email} before the end of the month.',
    'You can call me on {phone:phoneUs} or {phone:phoneGb} after lunch.',
    'Her social security number is {national-id:ssn}, born on {birth-date:isoDate}.',
    'NHS number: {national-id:nhs}; NI number {national-id:nino}.',
    'Charged to card {card:card} from {ip:ip}.',
    'Pay into {iban:ibanGb} by Friday.',
    'Date of birth: {birth-date:slashDate}, device {mac:mac}.',
    'key={secret:secret} db=postgres://{url:password}@db.example.com/app',
    'Order number {order} shipped on {isoDate} in version {version}.',
    'Commit {sha1} fixes request {uuid} at {time}.',
    'The book (ISBN {isbn}) costs {amount} dollars; the meeting of {slashDate} is off.',
    'Release {version4} of {years}, build {stamp}, follows {handle} to {coordinates}.',
    'See {file} with checksum {md5} for invoice {order}.',
  ],
  de: [
    'Bitte schreiben Sie an {email:email}, geboren am {birth-date:euDate}.',
    'Rückfragen unter Tel. {phone:phoneDe} oder mobil.',
    'Steuer-ID {national-id:steuerId}, IBAN {iban:ibanDe}.',
    'Die Karte {card:card} wurde von {ip:ip} belastet.',
    'Geburtsdatum: {birth-date:euDate}; Gerät {mac:mac}.',
    'Bestellnummer {order} vom {euDate}, Rechnung {order}.',
    'Der Betrag von {amount} Euro ist am {euDate} fällig, Konto {wrongIban} ist falsch.',
    'Version {version} vom {isoDate}, Prüfsumme {md5}, Vorgang {uuid}.',
    'ISBN {isbn}, Zeitraum {years}, Uhrzeit {time}.',
  ],
  fr: [
    'Écrivez à {email:email} ou appelez le {phone:phoneFr}.',
    'Numéro de sécurité sociale : {national-id:nir}, née le {birth-date:slashDate}.',
    'Virement sur {iban:ibanFr}, carte {card:card}.',
    'Date de naissance : {birth-date:slashDate}, adresse {ip:ip}.',
    'Commande n° {order} du {slashDate}, facture {order}.',
    'Montant : {amount} euros, version {version}, ISBN {isbn}.',
    'Fichier {file}, empreinte {sha1}, à {time}.',
  ],
  es: [
    'Escriba a {email:email} o llame al {phone:phoneEs}.',
    'DNI {national-id:dni}, fecha de nacimiento: {birth-date:slashDate}.',
    'La tarjeta {card:card} se usó desde {ip:ip}.',
    'Pedido {order} del {slashDate}, factura {order}.',
    'Importe: {amount} euros, versión {version}, ISBN {isbn}.',
    'El archivo {file} tiene la suma {md5} a las {time}.',
  ],
  it: [
    'Scrivere a {email:email} o chiamare il {phone:phoneIt}.',
    'Codice fiscale {national-id:codiceFiscale}, nato il {birth-date:slashDate}.',
    'Carta {card:card}, indirizzo {ip:ip}.',
    'Ordine {order} del {slashDate}, fattura {order}.',
    'Importo di {amount} euro, versione {version}, ISBN {isbn}.',
  ],
  pt: [
    'Escreva para {email:email} ou ligue para {phone:phonePt}.',
    'CPF {national-id:cpf}, data de nascimento: {birth-date:slashDate}.',
    'Cartão {card:card} usado em {ip:ip}.',
    'Pedido {order} de {slashDate}, fatura {order}, {amount} reais.',
    'Versão {version}, ISBN {isbn}, código {uuid}.',
  ],
  nl: [
    'Mail naar {email:email} of bel {phone:phoneNl}.',
    'BSN {national-id:bsn}, geboren op {birth-date:isoDate}.',
    'Rekening {iban:ibanNl}, kaart {card:card}, apparaat {mac:mac}.',
    'Bestelling {order} van {euDate}, factuur {order}, {amount} euro.',
    'Versie {version}, ISBN {isbn}, bestand {file} om {time}.',
  ],
  pl: [
    'Proszę pisać na {email:email} lub zadzwonić: tel. {phone:phonePl}.',
    'PESEL {national-id:pesel}, data urodzenia: {birth-date:euDate}.',
    'Karta {card:card}, adres {ip:ip}.',
    'Zamówienie {order} z dnia {euDate}, faktura {order}, {amount} zł.',
    'Wersja {version}, ISBN {isbn}, suma {md5}, czas {time}.',
  ],
};

export const PERSONAL_LANGUAGES = Object.keys(SENTENCES);

/** A text of `sentences` in one language; the same seed gives the same text. */
export const personalText = (language: string, seed: number, sentences: number): PlantedText =>
  plantedText(SENTENCES[language] ?? [], MAKERS, seed, sentences);
