/** What a font or a style of the file's tables is. */
export interface RtfFont {
  isFixed: boolean;
  charset: string | undefined;
}

export interface RtfStyle {
  name: string;
  /** From 1; 0 for none. */
  outline: number;
}

/** RTF 1.9.1, "Font Table": character sets by their numbers, as WHATWG names them. */
const CHARSETS: ReadonlyMap<number, string> = new Map([
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [134, 'gbk'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
]);

export const charsetOfNumber = (number: number | undefined): string | undefined => CHARSETS.get(number ?? 0);

const PAGES: ReadonlyMap<number, string> = new Map([
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [874, 'windows-874'],
  [866, 'ibm866'],
  [437, 'cp437'],
  [850, 'cp850'],
  [10000, 'macintosh'],
  [65001, 'utf-8'],
]);

export const charsetOfPage = (page: number | undefined): string | undefined =>
  PAGES.get(page ?? 0) ?? (page !== undefined && page >= 1250 && page <= 1258 ? `windows-${page}` : undefined);

export const MONO_FONT = /courier|consolas|menlo|monaco|\bmono|typewriter/i;

/** Level of the heading that a style's name makes; 0 for none. */
export function headingOfStyle(name: string): number {
  if (/^title$/i.test(name)) return 1;
  return Number(/^heading ([1-6])$/i.exec(name)?.[1] ?? '0');
}

/** Groups whose text is not the document's. */
export const SKIPPED: ReadonlySet<string> = new Set(
  'colortbl pict header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable nonshppict sp xe tc rxe txe ftnsep ftnsepc aftnsep aftnsepc revtbl filetbl generator template bkmkstart bkmkend atnid atnauthor annotation pnseclvl userprops operator objdata ftncn aftncn'.split(
    ' ',
  ),
);

/** Groups that may be passed over, but hold text of the document. */
export const ENTERED: ReadonlySet<string> = new Set(['shpinst', 'shptxt', 'fldinst', 'footnote', 'nesttableprops']);

/** Characters that words stand for. */
export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
};
