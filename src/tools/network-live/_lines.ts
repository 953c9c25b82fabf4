import { invalid, quote } from '../../core/index.js';
import { checkLineCount } from '../../formats/text-source.js';
import { ContentFault } from '../../lib/faults.js';

/**
 * One item per line, empty lines and lines that begin with # left out. All are read before a connection is opened, so a line that
 * cannot be read refuses the run. Throws INVALID_INPUT, LIMIT_EXCEEDED.
 */
export function readLines<Item>(input: string, most: number, read: (line: string, label: string) => Item): Item[] {
  const lines = input
    .split(/\r\n|[\r\n]/)
    .map((text, index) => ({ text: text.trim(), number: index + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'));
  checkLineCount(lines.length, most, 'property "input"');
  if (lines.length === 0) throw invalid('Input must have a line that is not empty');
  return lines.map(({ text, number }) => {
    const label = lines.length === 1 ? 'Input' : `Line ${number}`;
    try {
      return read(text, label);
    } catch (error) {
      if (error instanceof ContentFault) throw invalid(`${label} cannot be read: ${error.message}, got ${quote(text)}`);
      throw error;
    }
  });
}

export const linesNote = (most: number): string =>
  `One per line, up to ${most}; empty lines and lines that begin with # are skipped. Nothing is opened before all of them are read.`;
