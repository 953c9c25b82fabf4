import { MONTHS } from './civil.js';

/** Names of calendars, their months and eras; English names are those of Unicode CLDR. */

export const CALENDARS = [
  'gregorian',
  'julian',
  'islamic-umalqura',
  'islamic-civil',
  'islamic-tbla',
  'hebrew',
  'chinese',
  'korean',
  'persian',
  'indian',
  'japanese',
  'buddhist',
  'roc',
  'coptic',
  'ethiopic',
] as const;
export type CalendarId = (typeof CALENDARS)[number];

export interface CalendarRule {
  readonly name: string;
  /** CLDR id of a calendar that Temporal computes; none where months and days are those of the Gregorian or Julian calendar. */
  readonly temporal?: string;
  /** Gregorian year 0 is this year of the calendar: the year only is counted otherwise. */
  readonly yearShift?: number;
  /** Names of the months in order. None for calendars that count them. */
  readonly months?: readonly string[];
  /** Era of years from 1 on, and of those before, which count backwards from 1. */
  readonly eras: readonly [string, string];
}

const ISLAMIC_MONTHS =
  'Muharram,Safar,Rabiʻ I,Rabiʻ II,Jumada I,Jumada II,Rajab,Shaʻban,Ramadan,Shawwal,Dhuʻl-Qiʻdah,Dhuʻl-Hijjah'.split(
    ',',
  );

const islamic = (name: string, temporal: string): CalendarRule => ({
  name,
  temporal,
  months: ISLAMIC_MONTHS,
  eras: ['AH', 'BH'],
});

export const CALENDAR_RULES: Readonly<Record<CalendarId, CalendarRule>> = {
  gregorian: { name: 'Gregorian', yearShift: 0, months: MONTHS, eras: ['AD', 'BC'] },
  julian: { name: 'Julian', months: MONTHS, eras: ['AD', 'BC'] },
  'islamic-umalqura': islamic('Islamic (Umm al-Qura)', 'islamic-umalqura'),
  'islamic-civil': islamic('Islamic (tabular, civil epoch)', 'islamic-civil'),
  'islamic-tbla': islamic('Islamic (tabular, astronomical epoch)', 'islamic-tbla'),
  hebrew: {
    name: 'Hebrew',
    temporal: 'hebrew',
    months: 'Tishri Heshvan Kislev Tevet Shevat Adar Nisan Iyar Sivan Tamuz Av Elul'.split(' '),
    eras: ['AM', 'before AM'],
  },
  chinese: { name: 'Chinese', temporal: 'chinese', eras: ['', ''] },
  korean: { name: 'Korean (Dangi)', temporal: 'dangi', eras: ['', ''] },
  persian: {
    name: 'Persian (Solar Hijri)',
    temporal: 'persian',
    months: 'Farvardin Ordibehesht Khordad Tir Mordad Shahrivar Mehr Aban Azar Dey Bahman Esfand'.split(' '),
    eras: ['AP', 'before AP'],
  },
  indian: {
    name: 'Indian National (Saka)',
    temporal: 'indian',
    months: 'Chaitra Vaisakha Jyaistha Asadha Sravana Bhadra Asvina Kartika Agrahayana Pausa Magha Phalguna'.split(' '),
    eras: ['Saka', 'before Saka'],
  },
  japanese: { name: 'Japanese', yearShift: 0, months: MONTHS, eras: ['AD', 'BC'] },
  buddhist: { name: 'Buddhist (Thai)', yearShift: 543, months: MONTHS, eras: ['BE', 'before BE'] },
  roc: { name: 'Republic of China (Minguo)', yearShift: -1911, months: MONTHS, eras: ['Minguo', 'before Minguo'] },
  coptic: {
    name: 'Coptic',
    temporal: 'coptic',
    months: 'Tout Baba Hator Kiahk Toba Amshir Baramhat Baramouda Bashans Paona Epep Mesra Nasie'.split(' '),
    eras: ['AM', 'before AM'],
  },
  ethiopic: {
    name: 'Ethiopian',
    temporal: 'ethiopic',
    months: 'Meskerem Tekemt Hedar Tahsas Ter Yekatit Megabit Miazia Genbot Sene Hamle Nehasse Pagumen'.split(' '),
    eras: ['Incarnation Era', 'before Incarnation'],
  },
};

export interface JapaneseEra {
  readonly name: string;
  readonly native: string;
  /** First day, Gregorian. */
  readonly start: readonly [year: number, month: number, day: number];
}

/** Eras since the Gregorian calendar was taken over on 1 January 1873; Meiji itself began in 1868. */
export const JAPANESE_ERAS: readonly JapaneseEra[] = [
  { name: 'Reiwa', native: '令和', start: [2019, 5, 1] },
  { name: 'Heisei', native: '平成', start: [1989, 1, 8] },
  { name: 'Showa', native: '昭和', start: [1926, 12, 25] },
  { name: 'Taisho', native: '大正', start: [1912, 7, 30] },
  { name: 'Meiji', native: '明治', start: [1868, 1, 1] },
];

/** Other spellings of months, by their code, as `foldName` writes them. */
const SPELLINGS: Readonly<Partial<Record<CalendarRule['name'], Readonly<Record<string, string>>>>> = {
  Hebrew: {
    M01: 'tishrei tishre',
    M02: 'cheshvan marcheshvan marheshvan chesvan hesvan',
    M03: 'chislev',
    M04: 'teves tebeth',
    M05: 'shvat sebat',
    M05L: 'adari adar1 adarrishon adaralef',
    M06: 'adarii adar2 adarsheni adarbet',
    M07: 'nissan',
    M08: 'iyyar',
    M10: 'tammuz',
    M11: 'ab menachemav',
  },
  Islamic: {
    M01: 'moharram',
    M03: 'rabialawwal rabialawal rabiulawwal rabi1 rabiawwal',
    M04: 'rabialthani rabialakhir rabiathani rabiulakhir rabi2 rabithani rabiaakhir',
    M05: 'jumadaalawwal jumadaalula jumada1 jumadalawwal jumadaawwal',
    M06: 'jumadaalthani jumadaalakhirah jumadaalakhira jumada2 jumadathani jumadalakhira',
    M08: 'shaaban',
    M09: 'ramadhan ramazan',
    M11: 'dhualqidah dhualqadah dhulqadah dhulqada dhuqidah zulqadah dhualqada dhualqida',
    M12: 'dhualhijjah dhulhijja dhualhijja zulhijjah zilhajj zulhijja',
  },
  Persian: { M05: 'amordad', M02: 'ordibehest', M10: 'dei' },
  Indian: {
    M01: 'caitra',
    M03: 'jyeshtha jyestha',
    M04: 'ashadha',
    M05: 'shravana',
    M06: 'bhadrapada',
    M07: 'ashvina ashwin',
    M08: 'kartik',
    M09: 'margasirsa margashirsha',
    M10: 'pausha',
  },
  Coptic: { M01: 'thout', M02: 'paopi', M03: 'hathor', M04: 'koiak', M13: 'nasi' },
  Ethiopian: { M02: 'tikimt', M04: 'tahisas', M08: 'miyazya', M09: 'ginbot', M12: 'nehase', M13: 'pagume' },
};

/** A name without accents, apostrophes, spaces and case. */
const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[ʻʼʾʿ]/g, '');

export const monthCode = (number: number): string => `M${String(number).padStart(2, '0')}`;

/** Code of the month that a text names; `undefined` where it does not name one. */
export function monthNamed(text: string, rule: CalendarRule): string | undefined {
  const name = foldName(text);
  const { months = [] } = rule;
  const exact = months.findIndex((month) => foldName(month) === name);
  if (exact >= 0) return monthCode(exact + 1);
  const family = rule.name.split(' ')[0] ?? '';
  for (const [code, words] of Object.entries(SPELLINGS[family] ?? {})) if (words.split(' ').includes(name)) return code;
  // Jan, Sept: only of the months that everyone shortens.
  const short = months === MONTHS && name.length >= 3 ? MONTHS.findIndex((m) => m.toLowerCase().startsWith(name)) : -1;
  return short < 0 ? undefined : monthCode(short + 1);
}

/** Name of a month; a leap month is told by its code. */
export function monthName(code: string, isLeapYear: boolean, rule: CalendarRule): string {
  const number = Number(code.slice(1, 3));
  const isLeap = code.endsWith('L');
  if (rule.months === undefined) return `${isLeap ? 'leap month' : 'month'} ${number}`;
  if (rule.temporal === 'hebrew' && isLeap) return 'Adar I';
  if (rule.temporal === 'hebrew' && number === 6 && isLeapYear) return 'Adar II';
  return rule.months[number - 1] ?? '';
}

const STEMS = 'jia yi bing ding wu ji geng xin ren gui'.split(' ');
const BRANCHES = 'zi chou yin mao chen si wu wei shen you xu hai'.split(' ');
const ZODIAC = 'Rat Ox Tiger Rabbit Dragon Snake Horse Goat Monkey Rooster Dog Pig'.split(' ');

/** Name of a Chinese year in the cycle of sixty, by the Gregorian year in which it begins: `bing-wu (丙午), Horse`. */
export function sexagenaryYear(year: number): string {
  // 1984 began a cycle.
  const index = (((year - 1984) % 60) + 60) % 60;
  const native = `${'甲乙丙丁戊己庚辛壬癸'[index % 10]}${'子丑寅卯辰巳午未申酉戌亥'[index % 12]}`;
  return `${STEMS[index % 10]}-${BRANCHES[index % 12]} (${native}), ${ZODIAC[index % 12]}`;
}

/** Days since 1970 of a date of the Julian calendar, whose year 0 is 1 BC. */
export function daysOfJulian(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  // 1 March of year 0 (Julian) is 28 February of year 0 (Gregorian), 719,470 days before 1970.
  return Math.floor((shifted * 1461) / 4) + dayOfYear - 719_470;
}

/** The same backwards. */
export function julianOfDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_470;
  const marchYear = Math.floor((4 * shifted + 3) / 1461);
  const dayOfYear = shifted - Math.floor((marchYear * 1461) / 4);
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  return {
    year: marchYear + (month >= 10 ? 1 : 0),
    month: month < 10 ? month + 3 : month - 9,
    day: dayOfYear - Math.floor((153 * month + 2) / 5) + 1,
  };
}
