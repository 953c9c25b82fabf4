/** One kind of national identifier: how it is written, and by what words it is announced. */
export interface NationalIdForm {
  readonly country: string;
  /** The checker's name of it. */
  readonly check: string;
  /** As people call it. */
  readonly name: string;
  /** A spelling that is taken for it wherever its check digits fit; empty where none is telling enough. */
  readonly sure: string;
  /** A spelling that is taken for it behind one of the words only, or where the caller names the country. */
  readonly loose: string;
  /** Words before it, for a pattern without case. */
  readonly words: string;
}

const form = (
  country: string,
  check: string,
  name: string,
  sure: string,
  loose: string,
  words: string,
): NationalIdForm => ({
  country,
  check,
  name,
  sure,
  loose,
  words,
});

/** Days and months of numbers that begin with a date of birth; they keep numbers of the same length out. */
const YYMMDD = '\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])';
const DDMMYY = '(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])\\d\\d';

/** Kinds whose check digits `stdnum` knows; spellings as the issuing offices print them. */
export const NATIONAL_ID_FORMS: readonly NationalIdForm[] = [
  form(
    'US',
    'ssn',
    'Social Security number',
    '\\d{3}-\\d{2}-\\d{4}',
    '\\d{3} ?\\d{2} ?\\d{4}',
    'ssn|social security|soc\\. sec',
  ),
  form(
    'DE',
    'idnr',
    'Steuer-ID',
    '[1-9]\\d \\d{3} \\d{3} \\d{3}',
    '[1-9]\\d{10}',
    'steuer-?id|steuerid|id-?nr|identifikationsnummer|tin\\b',
  ),
  form(
    'DE',
    'svnr',
    'Rentenversicherungsnummer',
    '\\d\\d ?(?:[0-3]\\d)(?:[01]\\d)\\d\\d ?[A-Z] ?\\d{3}',
    '',
    'versicherungsnummer',
  ),
  form(
    'FR',
    'nir',
    'NIR',
    '[12] ?\\d\\d ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d\\d|2[AB]) ?\\d{3} ?\\d{3} ?\\d\\d',
    '',
    'nir|sécurité sociale|insee',
  ),
  form('ES', 'dni', 'DNI', '\\d{8}-?[A-HJ-NP-TV-Z]', '\\d\\d\\.\\d{3}\\.\\d{3}-?[A-Z]', 'dni|nif'),
  form('ES', 'nie', 'NIE', '[XYZ]-?\\d{7}-?[A-HJ-NP-TV-Z]', '', 'nie'),
  form(
    'IT',
    'codicefiscale',
    'codice fiscale',
    '[A-Z]{6}\\d\\d[ABCDEHLMPRST][0-7]\\d[A-Z]\\d{3}[A-Z]',
    '[A-Z]{3} [A-Z]{3} \\d\\d[A-Z]\\d\\d [A-Z]\\d{3}[A-Z]',
    'codice fiscale|c\\.? ?f\\.?',
  ),
  form(
    'NL',
    'bsn',
    'BSN',
    '',
    '\\d{9}|\\d{4}\\.\\d{2}\\.\\d{3}|\\d{3}[. ]\\d{3}[. ]\\d{3}',
    'bsn|burgerservicenummer|sofi',
  ),
  form('PL', 'pesel', 'PESEL', '', '\\d{11}', 'pesel'),
  form('GB', 'nhs', 'NHS number', '', '\\d{3}[ -]?\\d{3}[ -]?\\d{4}', 'nhs'),
  form(
    'GB',
    'nino',
    'National Insurance number',
    '[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]',
    '',
    'nino|national insurance',
  ),
  form('BR', 'cpf', 'CPF', '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', '\\d{9}-?\\d{2}', 'cpf'),
  form('BR', 'cnpj', 'CNPJ', '\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}', '\\d{14}', 'cnpj'),
  form(
    'SE',
    'personnummer',
    'personnummer',
    `(?:19|20)${YYMMDD}-\\d{4}`,
    `(?:19|20)?${YYMMDD}[-+]?\\d{4}`,
    'personnummer|pers\\.?nr|personnr',
  ),
  form('FI', 'hetu', 'henkilötunnus', `${DDMMYY}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]`, '', 'hetu|henkilötunnus'),
  form('CH', 'ssn', 'AHV number', '756\\.\\d{4}\\.\\d{4}\\.\\d{2}|756\\d{10}', '', 'ahv|avs'),
  form('IN', 'aadhaar', 'Aadhaar', '', '\\d{4}[ -]?\\d{4}[ -]?\\d{4}', 'aadhaa?r|uidai|आधार'),
  form('IN', 'pan', 'PAN', '[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]', '', 'pan\\b'),
  form(
    'CA',
    'sin',
    'Social Insurance number',
    '',
    '\\d{3}[ -]?\\d{3}[ -]?\\d{3}',
    '\\bsin\\b|\\bnas\\b|social insurance|assurance sociale',
  ),
  form('AU', 'tfn', 'Tax File Number', '', '\\d{3} ?\\d{3} ?\\d{2,3}', 'tfn|tax file'),
  form('DK', 'cpr', 'CPR number', '', `${DDMMYY}[- ]?\\d{4}`, 'cpr'),
  form('NO', 'fodselsnummer', 'fødselsnummer', `${DDMMYY} \\d{5}`, '\\d{11}', 'fødselsn|fnr|personnummer'),
  form(
    'BE',
    'nn',
    'rijksregisternummer',
    '\\d{2}\\.\\d{2}\\.\\d{2}-\\d{3}\\.\\d{2}',
    '\\d{11}',
    'rijksregister|registre national|insz|niss',
  ),
  form('AT', 'vnr', 'Sozialversicherungsnummer', '', `\\d{4} ?${DDMMYY}`, 'sv-?nr|sozialversicherung|svnr'),
  form('PT', 'nif', 'NIF', '', '[1-356]\\d{2} ?\\d{3} ?\\d{3}', 'nif|contribuinte'),
  form(
    'CZ',
    'rc',
    'rodné číslo',
    '',
    '\\d{2}(?:[0257][1-9]|[1368][0-2])(?:[0-3]\\d)/?\\d{3,4}',
    'rodné|r\\. ?č\\.|rč|rodne',
  ),
  form('RO', 'cnp', 'CNP', '', `[1-8]${YYMMDD}\\d{6}`, 'cnp'),
  form('BG', 'egn', 'EGN', '', '\\d{10}', 'егн|egn'),
  form('HR', 'oib', 'OIB', '', '\\d{11}', 'oib'),
  form('EE', 'ik', 'isikukood', '', `[1-8]${YYMMDD}\\d{4}`, 'isikukood'),
  form('LT', 'asmens', 'asmens kodas', '', `[1-6]${YYMMDD}\\d{4}`, 'asmens'),
  form('LV', 'pvn', 'personas kods', '', `${DDMMYY}-?\\d{5}`, 'personas kod'),
  form('GR', 'amka', 'AMKA', '', `${DDMMYY}\\d{5}`, 'αμκα|amka'),
  form('IE', 'pps', 'PPS number', '', '\\d{7}[A-W][A-IW]?', 'pps'),
  form('TR', 'tckimlik', 'T.C. kimlik no', '', '[1-9]\\d{10}', 'kimlik|tckn|t\\.c\\.'),
  form('MX', 'curp', 'CURP', `[A-Z]{4}${YYMMDD}[HMX][A-Z]{5}[A-Z0-9]\\d`, '', 'curp'),
  form('CL', 'rut', 'RUT', '\\d{1,2}\\.\\d{3}\\.\\d{3}-[\\dkK]', '\\d{7,8}-[\\dkK]', '\\brut\\b|\\brun\\b'),
  form(
    'CN',
    'ric',
    'resident identity number',
    '[1-6]\\d{5}(?:18|19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])\\d{3}[\\dXx]',
    '',
    '身份证',
  ),
  form('KR', 'rrn', 'resident registration number', `${YYMMDD}-[0-9]\\d{6}`, '', '주민등록'),
  form('HK', 'hkid', 'HKID', '[A-Z]{1,2}\\d{6}\\([0-9A]\\)', '', 'hkid|身份證'),
  form('IL', 'idnr', 'teudat zehut', '', '\\d{9}', 'teudat|ת\\.ז|זהות'),
  form('ZA', 'idnr', 'South African ID', '', `${YYMMDD}\\d{7}`, '\\bid (?:no|num)|identity n'),
  form('RU', 'inn', 'INN', '', '\\d{12}', 'инн'),
  form('UA', 'rntrc', 'RNOKPP', '', '\\d{10}', 'рнокпп|іпн|ідентифікаційн'),
  form('SI', 'emso', 'EMŠO', '', `(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])\\d{9}`, 'emšo|emso'),
];
