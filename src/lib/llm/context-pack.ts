/** How files are written into one prompt. */

export interface PackedFile {
  readonly path: string;
  readonly text: string;
}

export type PackFormat = 'markdown' | 'tags' | 'plain';

const LANGUAGES: Readonly<Record<string, string>> = {
  cjs: 'js',
  mjs: 'js',
  mts: 'ts',
  cts: 'ts',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  yml: 'yaml',
  md: 'markdown',
  htm: 'html',
  kt: 'kotlin',
  cs: 'csharp',
  h: 'c',
  hpp: 'cpp',
  cc: 'cpp',
  ps1: 'powershell',
};

/** A fence that the text does not have. */
function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

const attribute = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** One file as it is in the prompt. */
export function packFile({ path, text }: PackedFile, format: PackFormat): string {
  if (format === 'tags') return `<document path="${attribute(path)}">\n${ended(text)}</document>\n`;
  if (format === 'plain') return `${'='.repeat(16)}\nFile: ${path}\n${'='.repeat(16)}\n${ended(text)}\n`;
  const ending = /\.([A-Za-z0-9]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const fence = fenceFor(text);
  return `## ${path}\n\n${fence}${Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : ending}\n${ended(text)}${fence}\n\n`;
}

/** The parts of a prompt around its files. */
export function packFrame(
  format: PackFormat,
  instructions: string,
  tree: string,
): { readonly start: string; readonly end: string } {
  const said = instructions.trim();
  if (format === 'tags') {
    const parts = [
      said === '' ? '' : `<instructions>\n${said}\n</instructions>\n`,
      tree === '' ? '' : `<file_tree>\n${tree}</file_tree>\n`,
    ];
    return { start: `${parts.join('')}<documents>\n`, end: '</documents>\n' };
  }
  if (format === 'plain')
    return { start: `${said === '' ? '' : `${said}\n\n`}${tree === '' ? '' : `Files:\n${tree}\n`}`, end: '' };
  return {
    start: `${said === '' ? '' : `${said}\n\n`}${tree === '' ? '' : `# Files\n\n\`\`\`text\n${tree}\`\`\`\n\n`}`,
    end: '',
  };
}

/** Paths, sorted, as a tree with a line per folder and file. */
export function fileTree(paths: readonly string[]): string {
  const lines: string[] = [];
  let before: readonly string[] = [];
  for (const path of paths) {
    const parts = path.split('/');
    const folders = parts.slice(0, -1);
    const isSame = (_: string, i: number): boolean =>
      folders.slice(0, i + 1).join('/') === before.slice(0, i + 1).join('/');
    const common = folders.filter(isSame).length;
    for (const [depth, folder] of folders.entries())
      if (depth >= common) lines.push(`${'  '.repeat(depth)}${folder}/\n`);
    lines.push(`${'  '.repeat(folders.length)}${parts.at(-1)}\n`);
    before = folders;
  }
  return lines.join('');
}

/** By folders and names; files after the folders beside them. */
export function comparePaths(a: string, b: string): number {
  const [first, second] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(first.length, second.length); i++) {
    if (first[i] === second[i]) continue;
    const isFolder = [i < first.length - 1, i < second.length - 1];
    if (isFolder[0] !== isFolder[1]) return isFolder[0] === true ? -1 : 1;
    return (first[i] ?? '') < (second[i] ?? '') ? -1 : 1;
  }
  return first.length - second.length;
}
