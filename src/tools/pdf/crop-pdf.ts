import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { cropPage } from '../../formats/pdf/pages/crop.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { alike, contentCuts, equalCuts, POINTS_PER_MM } from './_page-cuts.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition, rounded } from './_report-data.js';
import { changedPdf } from './_results.js';

const side = (name: string) =>
  z.number().min(0).max(2000).default(0).describe(`Millimetres cut from the ${name}, as the page is shown.`);

const millimetres = (points: number): number => rounded(points / POINTS_PER_MM);

export default defineTool({
  id: 'crop-pdf',
  title: 'Crop PDF',
  summary: 'Crops PDF pages by millimetres from each side, or to what is on them.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    cropLeft: side('left'),
    cropTop: side('top'),
    cropRight: side('right'),
    cropBottom: side('bottom'),
    auto: z.boolean().default(false).describe('Removes the white margins around what is on the pages instead.'),
    margin: z
      .number()
      .min(0)
      .max(350)
      .default(5)
      .describe('Millimetres of white that "auto" leaves around the content.'),
    alike: z
      .boolean()
      .default(true)
      .describe(
        'With "auto", cuts the same from all pages, as much as the fullest side allows; off, from each page its own.',
      ),
    pages: shared.pages(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    cropped: z
      .array(
        z.object({
          page: place('Number of the page.'),
          left: z.number().describe('Millimetres cut from the left.'),
          top: z.number().describe('Millimetres cut from the top.'),
          right: z.number().describe('Millimetres cut from the right.'),
          bottom: z.number().describe('Millimetres cut from the bottom.'),
          widthMm: z.number().describe('Width of the page now, in millimetres.'),
          heightMm: z.number().describe('Height of the page now, in millimetres.'),
        }),
      )
      .describe('Pages that were cropped.'),
    ...condition,
  }),
  notes: [
    'Cropping changes what is shown and printed. What is cut off stays in the file and can be brought back: use redact-pdf to remove content.',
    'Sides are those of the page as it is shown: rotated pages and pages that are cropped already too.',
    'With "auto", pages are drawn with their annotations and anything that is not white counts as content; empty pages stay as they are. About 200 letter pages per file.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'trim pdf margins',
    'cut pdf borders',
    'remove white margins pdf',
    'pdf crop',
    'crop pages',
    'reduce pdf margins',
    'pdf page size smaller',
  ],
  verified: [
    'poppler 22.12: pages cropped by whole inches are the pixels of the original within those sides, at 72 dpi, turned and cropped pages too.',
    'Auto: the margins left are those that poppler draws, to half a millimetre; qpdf 11.3 --check finds no new fault.',
  ],
  examples: [
    {
      title: 'An inch from the left and the right',
      options: { cropLeft: 25.4, cropRight: 25.4 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { files: [{ name: 'letter-cropped.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'White margins removed, from each page its own',
      options: { auto: true, margin: 10, alike: false, pages: '1' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: { files: [{ name: 'report-cropped.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'Nothing to cut',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "cropLeft", "cropTop", "cropRight" or "cropBottom" must be above 0, or "auto" must be true',
      },
    },
    { ...MISSING_PAGE, options: { pages: '3', auto: true } },
    { ...NEEDS_PASSWORD, options: { auto: true } },
  ],
  run({ files, options, signal }) {
    const { cropLeft, cropTop, cropRight, cropBottom, auto, margin } = options;
    const asked = [cropLeft, cropTop, cropRight, cropBottom].map((length) => length * POINTS_PER_MM);
    const [l = 0, t = 0, r = 0, b = 0] = asked;
    const hasSide = asked.some((length) => length > 0);
    if (!auto && !hasSide)
      throw invalid(
        'Option "cropLeft", "cropTop", "cropRight" or "cropBottom" must be above 0, or "auto" must be true',
      );
    if (auto && hasSide)
      throw invalid('Options "cropLeft", "cropTop", "cropRight" and "cropBottom" must be 0 where "auto" is true');
    return eachFile({ files, signal }, async (file) => {
      const opened = openPdf(file, { password: options.password });
      prepareChange(opened);
      const pdf = withPlainTree(opened);
      const pages = pageSetOf(options.pages, pdf);
      const cuts = auto
        ? await withRenderer(pdf, file.bytes, (renderer) => contentCuts(pdf, renderer, pages, margin * POINTS_PER_MM))
        : equalCuts(pdf, pages, { left: l, top: t, right: r, bottom: b });
      const cropped = (auto && options.alike ? alike(cuts) : cuts).flatMap(({ page: number, ...cut }) => {
        const page = pdf.pages[number - 1];
        if (page === undefined) return [];
        cropPage(pdf.document, page, cut);
        const { width, height } = shownSizeOf(pdf.document, page);
        return {
          page: number,
          left: millimetres(cut.left),
          top: millimetres(cut.top),
          right: millimetres(cut.right),
          bottom: millimetres(cut.bottom),
          widthMm: millimetres(width),
          heightMm: millimetres(height),
        };
      });
      return changedPdf(pdf, 'cropped', writeChanged(pdf), { pages: pdf.pages.length, cropped });
    });
  },
});
