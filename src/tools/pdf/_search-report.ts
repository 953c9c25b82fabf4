import { z } from 'zod';

import { count, place } from '../../core/shared-data.js';
import { condition, pageBox } from './_report-data.js';

/** What is told of each file that was searched. */
export const searchedFile = {
  pages: count('Number of pages.'),
  matches: count('Number of matches.'),
  withoutText: z.array(z.int()).describe('Pages without text.'),
  ...condition,
};

export const foundMatch = z.object({
  file: z.string().describe('Name of the file.'),
  page: place('Number of the page.'),
  text: z.string().describe('Text that was found.'),
  before: z.string().describe('Text before it.'),
  after: z.string().describe('Text after it.'),
  boxes: z.array(pageBox).describe('Positions on the page, one per line.'),
});

/** Characters of the text around a match that are told. */
const CONTEXT = 60;
/** Longest text of a match that is told. */
const MAX_SHOWN = 500;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

const cut = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A match, from `start` to `end`, and what stands around it, on one line each. */
export const surroundings = (text: string, start: number, end: number) => ({
  text: cut(oneLine(text.slice(start, end))),
  before: oneLine(text.slice(Math.max(0, start - CONTEXT), start)).trimStart(),
  after: oneLine(text.slice(end, end + CONTEXT)).trimEnd(),
});
