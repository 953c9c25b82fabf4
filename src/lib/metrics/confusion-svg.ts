import type { ClassCounts } from './classification.js';

const CELL = 64;
const LEFT = 150;
const TOP = 90;
const SHOWN = 16;

const escaped = (text: string): string =>
  text.replace(
    /[&<>"\u0000-\u001f]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? ' ',
  );

const shortened = (label: string): string => {
  const letters = [...label];
  return escaped(letters.length <= SHOWN ? label : `${letters.slice(0, SHOWN - 1).join('')}…`);
};

/** A confusion matrix as a picture: rows are actual, columns predicted classes; the darker, the larger the share of its row. */
export function drawConfusion({ labels, matrix }: ClassCounts): string {
  const width = LEFT + CELL * labels.length + 20;
  const height = TOP + CELL * labels.length + 20;
  const texts = labels.flatMap((label, i) => {
    const middle = CELL * i + CELL / 2;
    return [
      `<text x="${LEFT - 10}" y="${TOP + middle + 5}" text-anchor="end">${shortened(label)}</text>`,
      `<text x="${LEFT + middle}" y="${TOP - 8}" text-anchor="start" transform="rotate(-35 ${LEFT + middle} ${TOP - 8})">${shortened(label)}</text>`,
    ];
  });
  const cells = matrix.flatMap((row, i) => {
    const total = Math.max(
      1,
      row.reduce((all, count) => all + count, 0),
    );
    return row.flatMap((count, j) => {
      const share = count / total;
      const [x, y] = [LEFT + CELL * j, TOP + CELL * i];
      const ink = share > 0.5 ? '#ffffff' : '#1b1f24';
      return [
        `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="#1f6feb" fill-opacity="${(0.05 + 0.95 * share).toFixed(3)}" stroke="#d0d7de"/>`,
        `<text x="${x + CELL / 2}" y="${y + CELL / 2 + 5}" text-anchor="middle" fill="${ink}">${count}</text>`,
      ];
    });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="14">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="10" y="20" font-weight="bold">Rows: actual, columns: predicted</text>`,
    ...texts,
    ...cells,
    '</svg>\n',
  ].join('\n');
}
