/** Repeatable tables of 1,000,000 rows and 10 columns that fit into 20 MiB. */

import { chanceOf } from '../../src/testing/chance.js';

const COLUMNS = ['id', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** Ten columns in about 20 letters a row leave one letter for most cells: digits, letters, and empty ones. */
export function makeTable(rows: number, seed = 7): Buffer {
  const below = chanceOf(seed);
  const lines = [COLUMNS.join(',')];
  for (let row = 0; row < rows; row++) {
    const cells = [String(below(100))];
    for (let column = 1; column < COLUMNS.length; column++) {
      const draw = below(40);
      cells.push(draw < 26 ? String.fromCharCode(97 + draw) : draw < 36 ? String(draw - 26) : '');
    }
    lines.push(cells.join(','));
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Rows of the usual width: 20 MiB of numbers, dates, words and quoted texts in 10 columns. */
export function makeOrders(bytes: number, seed = 8): Buffer {
  const below = chanceOf(seed);
  const words = ['bolt', 'nut, large', 'screw', 'washer "M4"', 'Zürich', 'rivet'];
  const lines = ['order,customer,item,price,quantity,date,paid,city,code,note'];
  for (let size = 0; size < bytes - 200; ) {
    const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const day = `2024-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`;
    const item = quoted(words[below(words.length)] ?? '');
    const line = `${lines.length},customer ${below(5000)},${item},${below(100000) / 100},${below(20)},${day},${below(2) === 0},city ${below(300)},0${below(9999)},${below(3) === 0 ? '' : 'as ordered'}`;
    lines.push(line);
    size += Buffer.byteLength(line) + 1;
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
