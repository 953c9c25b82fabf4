/** Units that are written alike in all languages (UN/ECE recommendation 20). */
const SYMBOLS: Readonly<Record<string, string>> = {
  KGM: 'kg',
  GRM: 'g',
  MGM: 'mg',
  TNE: 't',
  LTR: 'l',
  MLT: 'ml',
  HLT: 'hl',
  MTR: 'm',
  CMT: 'cm',
  MMT: 'mm',
  KMT: 'km',
  MTK: 'm²',
  CMK: 'cm²',
  HAR: 'ha',
  MTQ: 'm³',
  KWH: 'kWh',
  MWH: 'MWh',
  KWT: 'kW',
  SEC: 's',
  MIN: 'min',
  P1: '%',
  LBR: 'lb',
  ONZ: 'oz',
  FOT: 'ft',
  INH: 'in',
  YRD: 'yd',
  SMI: 'mi',
  FTK: 'ft²',
  GLL: 'gal',
};

const LANGUAGES: readonly string[] = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Units that have a word in each of `LANGUAGES`, in their order. Short ones: they stand behind a number. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  C62: ['', '', '', '', '', '', ''],
  H87: ['pcs', 'Stk.', 'pce', 'ud.', 'pz', 'st.', 'un.'],
  EA: ['ea', 'Stk.', 'pce', 'ud.', 'pz', 'st.', 'un.'],
  HUR: ['h', 'Std.', 'h', 'h', 'h', 'uur', 'h'],
  DAY: ['days', 'Tage', 'jours', 'días', 'giorni', 'dagen', 'dias'],
  WEE: ['weeks', 'Wochen', 'semaines', 'semanas', 'settimane', 'weken', 'semanas'],
  MON: ['months', 'Monate', 'mois', 'meses', 'mesi', 'maanden', 'meses'],
  QAN: ['quarters', 'Quartale', 'trimestres', 'trimestres', 'trimestri', 'kwartalen', 'trimestres'],
  ANN: ['years', 'Jahre', 'ans', 'años', 'anni', 'jaar', 'anos'],
  SET: ['sets', 'Sätze', 'lots', 'juegos', 'set', 'sets', 'conjuntos'],
  PR: ['pairs', 'Paar', 'paires', 'pares', 'paia', 'paar', 'pares'],
  XPK: ['packs', 'Pack.', 'paquets', 'paq.', 'conf.', 'pak', 'pac.'],
  XBX: ['boxes', 'Kart.', 'cartons', 'cajas', 'scatole', 'dozen', 'caixas'],
  XPX: ['pallets', 'Pal.', 'palettes', 'palés', 'pallet', 'pallets', 'paletes'],
  LS: ['flat rate', 'pauschal', 'forfait', 'alzado', 'a corpo', 'vast', 'global'],
  E48: ['services', 'Leist.', 'prest.', 'serv.', 'serv.', 'diensten', 'serv.'],
};

/** The unit behind a quantity; its code where it is not a common one. */
export function unitText(code: string, language: string): string {
  if (Object.hasOwn(SYMBOLS, code)) return SYMBOLS[code] ?? '';
  if (!Object.hasOwn(WORDS, code)) return code;
  return WORDS[code]?.[LANGUAGES.indexOf(language)] ?? code;
}

export const isCommonUnit = (code: string): boolean => Object.hasOwn(SYMBOLS, code) || Object.hasOwn(WORDS, code);
