import { writeZip } from '../lib/archives/zip-writer.js';

/** An archive of parts. */
export const zip = (parts: readonly (readonly [name: string, content: string])[]): Buffer =>
  Buffer.from(
    writeZip(
      parts.map(([name, content]) => ({ name, bytes: Buffer.from(content) })),
      { level: 6 },
    ),
  );

export const CONTAINER =
  '<container><rootfiles><rootfile full-path="o/p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** A book of chapters whose paths and contents are given. */
export const bookOf = (
  chapters: readonly (readonly [path: string, content: string])[],
  more: [string, string][] = [],
) =>
  zip([
    ['mimetype', 'application/epub+zip'],
    ['META-INF/container.xml', CONTAINER],
    [
      'o/p.opf',
      `<package><metadata/><manifest>${chapters.map(([path], i) => `<item id="c${i}" href="${encodeURI(path)}" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${chapters.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine></package>`,
    ],
    ...chapters.map(([path, content]): [string, string] => [`o/${path}`, content]),
    ...more,
  ]);
