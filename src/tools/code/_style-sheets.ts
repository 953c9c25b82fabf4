import { type InputFile, invalid } from '../../core/index.js';
import type { Sheet, SheetFinder } from '../../engines/code/sass.js';
import { ContentFault } from '../../lib/faults.js';

import { codeSources, sourceText } from './_code-sources.js';

type SheetSyntax = 'auto' | 'scss' | 'sass';

const SHEET = /\.(?:scss|sass|css)$/i;

/** Indented Sass has neither braces nor semicolons; SCSS of some length has one of them. */
const isIndented = (text: string): boolean => !/[{};]/.test(text.replace(/(?:^|[ \t])\/\/.*/gm, ''));

function syntaxOf(path: string, text: string, syntax: SheetSyntax): Sheet['syntax'] {
  if (/\.sass$/i.test(path)) return 'indented';
  if (/\.scss$/i.test(path)) return 'scss';
  if (/\.css$/i.test(path)) return 'css';
  if (syntax !== 'auto') return syntax === 'sass' ? 'indented' : 'scss';
  return isIndented(text) ? 'indented' : 'scss';
}

/** The text of `input` as a style sheet. */
export const sheetOf = (text: string, syntax: SheetSyntax): Sheet => ({
  path: 'input.scss',
  text: text.replace(/^\ufeff/, ''),
  syntax: syntaxOf('', text, syntax),
});

/** The style sheets among the uploads and in archives of them. Throws INVALID_INPUT where there is none. */
export async function uploadedSheets(
  files: readonly InputFile[],
  password: string,
  syntax: SheetSyntax,
): Promise<ReadonlyMap<string, Sheet>> {
  const sheets = new Map<string, Sheet>();
  for (const { path, bytes } of await codeSources(files, password, new Set(['node_modules', '.git'])))
    if (SHEET.test(path) || files.some(({ name }) => name === path)) {
      const text = sourceText(bytes)?.replace(/^\ufeff/, '');
      if (text === undefined) throw invalid(`Cannot read file "${path}": it is not a text file`);
      sheets.set(path, { path, text, syntax: syntaxOf(path, text, syntax) });
    }
  if (sheets.size === 0 && files.length > 0)
    throw invalid('Cannot find a style sheet: the archive must have a .scss or .sass file');
  return sheets;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What becomes a style sheet of its own: those whose names do not begin with an underscore, as the sass command has it; all, where all do. */
export function entriesOf(sheets: ReadonlyMap<string, Sheet>): Sheet[] {
  const own = [...sheets.values()].filter(({ syntax }) => syntax !== 'css');
  const whole = own.filter(({ path }) => !nameOf(path).startsWith('_'));
  return whole.length === 0 ? (own.length === 0 ? [...sheets.values()] : own) : whole;
}

/** Folders that are left out where a path leads nowhere: uploads have none, whatever the project they come from has. */
const lastPart = (path: string): string => (path.includes('/') ? nameOf(path) : path);

/** As https://sass-lang.com/documentation/at-rules/import/#finding-the-file, among the uploads alone. */
export function finderIn(sheets: ReadonlyMap<string, Sheet>): SheetFinder {
  const isFlat = [...sheets.keys()].every((path) => !path.includes('/'));
  const at = (path: string, fromImport: boolean): Sheet | undefined => {
    const exact = sheets.get(path);
    if (exact !== undefined && SHEET.test(path)) return exact;
    const folder = path.slice(0, path.length - nameOf(path).length);
    const stem = nameOf(path);
    const stems = [...(fromImport ? [`${stem}.import`] : []), stem];
    for (const name of stems)
      for (const endings of [['.scss', '.sass'], ['.css']]) {
        const found = endings.flatMap((ending) =>
          [`_${name}${ending}`, `${name}${ending}`, ...(name.endsWith(ending) ? [`_${name}`] : [])].flatMap(
            (each) => sheets.get(folder + each) ?? [],
          ),
        );
        if (found.length > 1)
          throw new ContentFault(
            `it is not clear which file "${path}" is: ${found.map((each) => `"${each.path}"`).join(' or ')}`,
          );
        if (found[0] !== undefined) return found[0];
      }
    return undefined;
  };
  return (wanted, fromImport) => {
    const path = new URL(`upload:/${wanted}`).pathname.slice(1);
    const plain = unless(() => decodeURIComponent(path)) ?? path;
    const found = at(plain, fromImport) ?? at(`${plain}/index`, fromImport);
    return found ?? (isFlat ? at(lastPart(plain), fromImport) : undefined);
  };
}

function unless<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    // A percent sign that is one.
    return undefined;
  }
}
