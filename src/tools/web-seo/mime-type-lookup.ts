import { z } from 'zod';

import { defineTool, quote } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { type MediaType, mediaTypes, typesOfExtension } from '../../engines/media-types.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { ContentFault } from '../../lib/faults.js';

const MAX_LINES = 1_000;
/** Of a pattern such as `image/*`. */
const MAX_TYPES = 200;

/** `type/subtype` of RFC 6838, 4.2, where `*` may stand for all of it or its end. */
const TYPE = /^([a-z0-9][\w!#$&^.+-]{0,126})\/([a-z0-9*][\w!#$&^.+*-]{0,126})$/;

/** What a line is about: a type, or the ending of a file name. */
function readLine(line: string): { readonly type: string } | { readonly extension: string } {
  const value = line.replace(/^content-type:/i, '').trim();
  const type = (value.split(';')[0] ?? '').trim().toLowerCase();
  // `text/notes.txt` is a path: no such type is known, and its ending is.
  const ending = /\.([a-z0-9]+)$/.exec(type)?.[1];
  const isPath = ending !== undefined && typesLike(type).length === 0 && typesOfExtension(ending).length > 0;
  if (TYPE.test(type) && !isPath) return { type };
  const name = value.split(/[/\\]/).at(-1) ?? '';
  const extension = (name.split('.').at(-1) ?? '').toLowerCase();
  if (!/^[\w+#~-]{1,40}$/.test(extension))
    throw new ContentFault(`it is neither a media type nor a file name with an extension: ${quote(value)}`);
  return { extension };
}

function typesLike(pattern: string): readonly MediaType[] {
  if (!pattern.includes('*')) return mediaTypes().filter(({ type }) => type === pattern);
  const parts = pattern.split('*');
  return mediaTypes().filter(({ type }) => {
    let at = 0;
    for (const [i, part] of parts.entries()) {
      const found = i === 0 ? (type.startsWith(part) ? 0 : -1) : type.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return parts.at(-1) === '' || at === type.length;
  });
}

function describe(line: string, source: 'any' | 'iana') {
  const question = readLine(line);
  const found = 'type' in question ? typesLike(question.type) : typesOfExtension(question.extension);
  const kept = found.filter((known) => source === 'any' || known.source === 'iana');
  const known = 'type' in question ? {} : { extension: question.extension };
  return { ...known, found: kept.length, types: kept.slice(0, MAX_TYPES) };
}

/** Names of files may have commas themselves; where every part has an extension, each is a name. */
function listedTypes(line: string): string[] {
  const parts = line.split(',').map((part) => part.trim());
  const areNames = parts.every((part) => /^[^,]{1,200}\.[a-z\d]{1,8}$/i.test(part));
  return areNames || parts.every((part) => /^(?:\.?\w+|[\w.+-]+\/[\w.+*-]+(?:;.*)?)$/.test(part)) ? parts : [line];
}

export default defineTool({
  id: 'mime-type-lookup',
  title: 'MIME Type Lookup',
  summary: 'Finds the MIME type of a file extension or name, and the extensions of a MIME type.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    source: z
      .enum(['any', 'iana'])
      .default('any')
      .describe('Types to look among: any, or those registered with IANA alone.'),
  },
  result: 'data',
  data: lineData({
    extension: z.string().describe('Extension that was looked up, where the line is one or a file name.'),
    found: count('How many types fit.'),
    types: z
      .array(
        z.object({
          type: z.string().describe('Media type, as for the header Content-Type.'),
          source: z
            .enum(['iana', 'apache', 'nginx', 'other'])
            .describe('Where it is from: registered with IANA, or used by these web servers or others.'),
          extensions: z.array(z.string()).describe('Extensions of its files without the dot, the usual one first.'),
          charset: z
            .string()
            .nullable()
            .describe('Character encoding that its files have where none is named; else null.'),
          compressible: z
            .boolean()
            .nullable()
            .describe('Whether compression makes its files smaller; null where it is not known.'),
        }),
      )
      .describe('Types that fit, at most 200; of an extension the one to send first. Empty if none is known.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    'A line may list several types or extensions with commas between, as the Accept header does.',
    'Each line is an extension (.jpg or jpg), a file name or path, a type (image/jpeg), a header (Content-Type: text/html; charset=utf-8), or a pattern (image/*).',
    'More than 2,500 types: the registry of IANA, and the lists of Apache, nginx and mime-db 1.54.',
    'An extension is a name that anybody may choose: what a file really is, file-type-detector tells from its content.',
  ],
  aliases: [
    'mime type of file extension',
    'content type lookup',
    'media type',
    'file extension to mime',
    'application/octet-stream',
    'content-type header',
    'extension of a mime type',
    'iana media types',
  ],
  verified: [
    '/etc/mime.types of Debian media-types 10.0: of 980 extensions both know, its type is among those found for 89 in 100; most others are older names with x-.',
    'Python 3.11 mimetypes: the same first type for 78 in 100 of its 133 extensions; it has older types for the others, such as application/javascript.',
  ],
  examples: [
    {
      title: 'An extension and a file name',
      input: '.webp\nbackup/site.tar.gz',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '.webp',
              extension: 'webp',
              found: 1,
              types: [
                {
                  type: 'image/webp',
                  source: 'iana',
                  extensions: ['webp'],
                  charset: null,
                  compressible: null,
                },
              ],
            },
            {
              line: 2,
              input: 'backup/site.tar.gz',
              extension: 'gz',
              found: 1,
              types: [
                {
                  type: 'application/gzip',
                  source: 'iana',
                  extensions: ['gz'],
                  charset: null,
                  compressible: false,
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'A header',
      input: 'Content-Type: application/javascript; charset=utf-8',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'Content-Type: application/javascript; charset=utf-8',
              found: 1,
              types: [
                {
                  type: 'application/javascript',
                  source: 'apache',
                  extensions: ['js'],
                  charset: 'UTF-8',
                  compressible: true,
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'Only registered types',
      input: 'mkv',
      options: { source: 'iana' },
      output: { data: { results: [{ line: 1, input: 'mkv', extension: 'mkv', found: 0, types: [] }] } },
    },
    {
      title: 'Signs alone',
      input: '?!',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: it is neither a media type nor a file name with an extension: "?!"',
      },
    },
  ],
  run: ({ input, files, signal, options: { source } }) =>
    eachLine({ input, files, signal }, MAX_LINES, (line) => describe(line, source), listedTypes),
});
