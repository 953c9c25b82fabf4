import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { POSITIONS, shared } from '../../core/shared-options.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { flattenPdf } from '../../formats/pdf/forms/flatten.js';
import { OverlayPages, type PlaceOf } from '../../formats/pdf/pages/page-overlay.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { checkDrawnPages, cornerAt, openToDraw } from './_drawing.js';
import { NOT_ENCRYPTED, SIGNATURES } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedPdf, PDF_MIME } from './_results.js';

/** Which page of an overlay belongs to the n-th page that gets one, both from 0; `undefined` where none does. */
function overlayFor(n: number, pages: readonly number[], repeat: 'last' | 'cycle' | 'none'): number | undefined {
  if (repeat === 'cycle') return pages[n % pages.length];
  return pages[n] ?? (repeat === 'last' ? pages.at(-1) : undefined);
}

export default defineTool({
  id: 'overlay-pdf',
  title: 'Overlay PDF',
  summary: 'Puts the pages of one PDF over or under those of others, such as a letterhead, stamp or form.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 2, max: 20, formats: ['.pdf'], forAll: { which: 'last' } },
  options: {
    behind: z.boolean().default(false).describe('Puts the overlay under the page content, as for letterheads.'),
    pages: shared.pages(),
    overlayPages: z
      .string()
      .max(5000)
      .default('')
      .describe('Pages of the overlay to use, such as 1 or 2-3; empty for all.'),
    repeat: z
      .enum(['last', 'cycle', 'none'])
      .default('last')
      .describe(
        'What pages get after the overlay has ended: its last page again, all its pages again in turn, or nothing.',
      ),
    fit: z
      .enum(['shrink', 'page', 'none'])
      .default('shrink')
      .describe(
        'Size of the overlay: shrink reduces it where it is larger than the page, page also enlarges it, none keeps its size.',
      ),
    position: z.enum(POSITIONS).default('center').describe('Where an overlay of another size than the page is placed.'),
    opacity: z.number().min(0.01).max(1).default(1).describe('Opacity from 0.01 (barely visible) to 1 (opaque).'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    overlaid: count('Pages that got an overlay.'),
    ...condition,
  }),
  notes: [
    'The last file is the overlay; every other file gets it. Page 1 of the overlay goes with the first chosen page, page 2 with the second, and so on.',
    'A letterhead with a first page and a page for all others works with no options but "behind". For a stamp on the first page only, set "pages" to 1.',
    'An overlay with a white background hides what is below it. A page that paints its own background, as scans do, hides what is behind it.',
    'Form fields and annotations of the overlay are drawn as part of it; its links and bookmarks are left out. Those of the documents stay.',
    'At most 5,000 pages per file get an overlay. For text or an image instead of a PDF, use watermark-pdf.',
    'With several documents, one that fails is reported in "files" and the others are still processed.',
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'letterhead pdf',
    'pdf letterhead',
    'stamp pdf with pdf',
    'underlay pdf',
    'pdf background',
    'superimpose pdf',
    'pdftk stamp',
    'pdftk background',
    'pdftk multistamp',
    'qpdf overlay',
    'merge two pdf pages on top of each other',
  ],
  verified: [
    'qpdf 11.3 and pdftoppm 22.12: six choices of pages over and under give the pages that qpdf --overlay and --underlay give; so do 32 pages of every turn with four overlays.',
    'qpdf 11.3 and pdftoppm 22.12 (by hand): of 135 real files that both write, 129 look the same on page 1; two of the others were looked at: qpdf had moved a cropped page, and an image was drawn a shade otherwise.',
    'pdftoppm 22.12: on cropped pages of every turn the content stays and the overlay covers what is shown; position, size and opacity are as asked for.',
  ],
  examples: [
    {
      title: 'A letterhead under every page',
      options: { behind: true },
      files: [
        { name: 'report.pdf', fixture: 'pdf/report.pdf' },
        { name: 'letterhead.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-overlaid.pdf'],
              pages: 4,
              overlaid: 4,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-overlaid.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'A stamp on the first page of two documents, half transparent',
      options: { pages: '1', overlayPages: '2', opacity: 0.5, position: 'bottom-right', fit: 'none' },
      files: [
        { name: 'report.pdf', fixture: 'pdf/report.pdf' },
        { name: 'damaged.pdf', fixture: 'pdf/damaged.pdf' },
        { name: 'stamp.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-overlaid.pdf'],
              pages: 4,
              overlaid: 1,
              repaired: false,
              warnings: [],
            },
            {
              name: 'damaged.pdf',
              outputs: ['damaged-overlaid.pdf'],
              pages: 3,
              overlaid: 1,
              repaired: true,
              warnings: ['the cross-reference table was wrong and was rebuilt'],
            },
          ],
        },
        files: [
          { name: 'report-overlaid.pdf', mime: PDF_MIME },
          { name: 'damaged-overlaid.pdf', mime: PDF_MIME },
        ],
      },
    },
    {
      title: 'A page of the overlay for each page, while there are any',
      options: { repeat: 'none' },
      files: [
        { name: 'report.pdf', fixture: 'pdf/report.pdf' },
        { name: 'marks.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-overlaid.pdf'],
              pages: 4,
              overlaid: 2,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-overlaid.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'An overlay without the page asked for',
      options: { overlayPages: '3' },
      files: [
        { name: 'report.pdf', fixture: 'pdf/report.pdf' },
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "letter.pdf": page 3 of 2 asked for' },
    },
    {
      ...MISSING_PAGE,
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'stamp.pdf', fixture: 'pdf/report.pdf' },
      ],
    },
    {
      ...NEEDS_PASSWORD,
      files: [
        { name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' },
        { name: 'stamp.pdf', fixture: 'pdf/report.pdf' },
      ],
    },
  ],
  async run({ files, options, signal }) {
    const { behind, fit, position, opacity, password, repeat } = options;
    const last = files.at(-1);
    if (last === undefined || files.length < 2) throw invalid('Property "files" must have at least 2 files');
    const overlay = openToDraw(last, password);
    const taken = pageSetOf(options.overlayPages, overlay, 'overlayPages').map((number) => number - 1);
    await flattenPdf(overlay, last.bytes, 'all');
    const drawn = new OverlayPages(overlay);
    const placeOf: PlaceOf = (own, page) => {
      const fitting = Math.min(page.width / own.width, page.height / own.height);
      const scale = fit === 'none' ? 1 : fit === 'page' ? fitting : Math.min(1, fitting);
      const size = { width: own.width * scale, height: own.height * scale, margin: 0 };
      const [x, y] = cornerAt(position, page, size);
      return { x, y, scale };
    };
    return await eachFile({ files: files.slice(0, -1), signal }, (file) => {
      const pdf = openToDraw(file, password);
      const chosen = pageSetOf(options.pages, pdf);
      checkDrawnPages(pdf, chosen.length);
      const drawOn = drawn.for(pdf);
      let overlaid = 0;
      for (const [n, number] of chosen.entries()) {
        const page = pdf.pages[number - 1];
        const index = overlayFor(n, taken, repeat);
        if (page === undefined || index === undefined) continue;
        drawOn(page, index, placeOf, { opacity, isBehind: behind });
        overlaid += 1;
      }
      return changedPdf(pdf, 'overlaid', writeChanged(pdf), { pages: pdf.pages.length, overlaid });
    });
  },
});
