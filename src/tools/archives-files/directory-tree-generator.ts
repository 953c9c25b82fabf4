import { z } from 'zod';

import { defineTool, type InputFile, invalid, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { openArchive } from '../../formats/archive/open.js';
import { identify } from '../../formats/file-identity.js';
import { readTextSource } from '../../formats/text-source.js';
import { drawTree, shownName } from '../../lib/path-trees/draw-tree.js';
import { PathTree, type PlacedNode } from '../../lib/path-trees/path-tree.js';
import { isTree, partsOf, readPaths, readTree } from '../../lib/path-trees/read-tree.js';
import { BoundedText } from '../../lib/text/bounded-text.js';

import { archiveOptions } from './_archives.js';

const MAX_RESULT_CHARACTERS = 5_000_000;

interface TreeRequest {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly options: {
    readonly from: 'auto' | 'paths' | 'tree';
    readonly password: string;
    readonly inputCharset: string;
  };
}

async function treeOf({ input, files, options: { from, password, inputCharset } }: TreeRequest): Promise<PathTree> {
  const [upload] = files;
  if (upload !== undefined && upload.bytes.length > 0 && (await identify(upload)).text === undefined) {
    if (input !== '') throw invalid('Property "input" must be empty where a file is given');
    return treeOfArchive(upload, password, inputCharset);
  }
  const source = await readTextSource({ input, files }, inputCharset);
  return refusing(`Cannot read ${source.label}`, () => {
    const isDrawn = from === 'tree' || (from === 'auto' && isTree(source.text));
    return isDrawn ? readTree(source.text) : readPaths(source.text);
  });
}

async function treeOfArchive(upload: InputFile, password: string, charset: string): Promise<PathTree> {
  const { entries } = await openArchive(upload, { password, charset });
  const tree = new PathTree();
  for (const { path, kind, bytes, target } of entries) {
    const isFolder = kind === 'folder' || path.endsWith('/');
    const isLink = kind === 'link' || kind === 'hard link';
    tree.add(partsOf(path), {
      isFolder,
      ...(kind === 'file' ? { bytes } : {}),
      ...(isLink && target !== undefined ? { target } : {}),
    });
  }
  return tree;
}

const entryOf = ({ node: { isFolder, bytes, target }, path, depth }: PlacedNode) => ({
  path,
  kind: isFolder ? ('folder' as const) : ('file' as const),
  depth,
  ...(bytes === undefined ? {} : { bytes }),
  ...(target === undefined ? {} : { target }),
});

/** One path per line; folders end with a slash. */
function pathList(placed: Iterable<PlacedNode>): string {
  const lines = new BoundedText(MAX_RESULT_CHARACTERS);
  for (const { node, path } of placed) lines.add(`${path}${node.isFolder ? '/' : ''}\n`);
  return lines.toString();
}

const told = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

export default defineTool({
  id: 'directory-tree-generator',
  title: 'Directory Tree Generator',
  summary: 'Draws a folder tree from a list of paths, an outline or an archive, and lists the paths of a drawn tree.',
  family: 'archives-files',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', 'paths', 'tree'])
      .default('auto')
      .describe('Text: paths, one per line, or a tree that is drawn or indented; auto tells by the first column.'),
    format: z
      .enum(['tree', 'ascii', 'markdown', 'paths', 'json'])
      .default('tree')
      .describe('Drawing with lines, with ASCII characters only, Markdown list, path list, or JSON.'),
    root: z
      .string()
      .max(200)
      .default('.')
      .describe('First line of a drawing; empty for the folder that all paths share, or for none.'),
    sort: z
      .enum(['name', 'folders-first', 'none'])
      .default('name')
      .describe('Order in each folder: by name (code points), folders first, or as given.'),
    depth: z.number().multipleOf(1).min(0).max(200).default(0).describe('Levels that are shown; 0 for all.'),
    sizes: z.boolean().default(false).describe('Drawings: bytes after the name of each file whose size is known.'),
    counts: z.boolean().default(false).describe('Drawings: numbers of folders and files in the last line.'),
    ...archiveOptions,
  },
  result: 'mixed',
  data: z.object({
    folders: count('Number of folders.'),
    files: count('Number of files and links.'),
    entries: z
      .array(
        z.object({
          path: z.string().describe('Path from the top, divided by /.'),
          kind: z.enum(['folder', 'file']).describe('Folder or file.'),
          depth: count('Level, from 1.'),
          bytes: count('Size of a file in an archive.').optional(),
          target: z.string().optional().describe('Where a link leads.'),
        }),
      )
      .describe('Folders and files, each folder before its contents.'),
  }),
  notes: [
    'Paths may come from find, git ls-files, ls -1 or an archive listing. "./" and doubled slashes make no difference; a slash at the end marks a folder. Where no path has a slash, backslashes divide.',
    'A drawn tree is read as tree of Linux and of Windows, with or without /A, writes it; an outline by its indentation or bullets, tabs being four columns. Indented lines with slashes inside are paths unless "from" says tree. A comment behind a name stays part of it.',
    'Archives are those of list-archive. Nothing is unpacked; paths that lead outside are shown as stored.',
    'At most 100,000 files and folders, 200 levels and 5,000,000 characters. Control characters in names are drawn as \\u001b.',
  ],
  aliases: [
    'tree command',
    'folder structure',
    'ascii tree',
    'directory structure generator',
    'project tree for readme',
    'file tree',
    'tree of a zip',
    'paths to tree',
    'tree to paths',
  ],
  verified: [
    'tree 2.1 (--fromfile) in every test run: the same drawing, in both sets of lines, for path lists of 2,000 random paths, by depth and with folders first',
    'Drawings of tree, of its --charset=ascii and of our own are read back to the same paths',
  ],
  examples: [
    {
      title: 'Paths of a project',
      input: 'src/index.ts\nsrc/lib/a.ts\nREADME.md\nempty/\n',
      output: {
        text: '.\n├── README.md\n├── empty/\n└── src/\n    ├── index.ts\n    └── lib/\n        └── a.ts\n',
      },
    },
    {
      title: 'An outline, folders first, its top folder as the root',
      input: 'app\n  b.txt\n  a/\n    c.txt\n',
      options: { format: 'ascii', sort: 'folders-first', root: '', counts: true },
      output: { text: 'app/\n|-- a/\n|   `-- c.txt\n`-- b.txt\n\n1 folder, 2 files\n' },
    },
    {
      title: 'The paths of a drawn tree',
      input: '.\n├── bin\n│   └── run\n└── LICENSE\n\n1 directory, 2 files\n',
      options: { format: 'paths', sort: 'none' },
      output: { text: 'bin/\nbin/run\nLICENSE\n' },
    },
    {
      title: 'An archive with sizes',
      files: [{ name: 'small.zip', fixture: 'archives/small.zip' }],
      options: { sizes: true, root: 'small.zip' },
      output: {
        text: 'small.zip\n├── docs/\n│   ├── data.csv (20 bytes)\n│   └── empty (0 bytes)\n└── hello.txt (16 bytes)\n',
      },
    },
    {
      title: 'As JSON',
      input: 'a\\b.txt\nc.txt',
      options: { format: 'json' },
      output: {
        data: {
          folders: 1,
          files: 2,
          entries: [
            { path: 'a', kind: 'folder', depth: 1 },
            { path: 'a/b.txt', kind: 'file', depth: 2 },
            { path: 'c.txt', kind: 'file', depth: 1 },
          ],
        },
      },
    },
    {
      title: 'Neither text nor an archive',
      files: [
        {
          name: 'dot.png',
          base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "dot.png": it is not an archive of a known format' },
    },
    {
      title: 'Nothing to draw',
      input: '\n',
      error: { code: 'INVALID_INPUT', message: 'There must be at least one path' },
    },
  ],
  async run({ input, files, options }) {
    const { format, root, sort, depth, sizes, counts } = options;
    const tree = await treeOf({ input, files, options });
    const isDrawing = format === 'tree' || format === 'ascii';
    const top = isDrawing && root === '' ? tree.onlyFolder : undefined;
    const placed = [...tree.nodes({ order: sort, depth, top })];
    if (placed.length === 0) throw invalid('There must be at least one path');
    const folders = placed.filter(({ node }) => node.isFolder).length;
    const counted = { folders, files: placed.length - folders };
    if (format === 'json') {
      // Throws where the paths are too long in all.
      pathList(placed);
      return json({ ...counted, entries: placed.map(entryOf) });
    }
    if (format === 'paths') return text(pathList(placed));
    const drawn = drawTree(placed, { form: format, sizes }, MAX_RESULT_CHARACTERS);
    const name = top === undefined ? root : `${shownName(top.name)}/`;
    const first = isDrawing && name !== '' ? `${name}\n` : '';
    const last = `\n${told(counted.folders, 'folder')}, ${told(counted.files, 'file')}\n`;
    return text(`${first}${drawn}${counts ? last : ''}`);
  },
});
