/** A picture of 800 by 460: how often each byte value occurs, and the entropy from the first block to the last. */
export function drawEntropy(histogram: readonly number[], entropies: readonly number[], bytes: number): string {
  const most = Math.max(...histogram, 1);
  const bars = histogram
    .map((count, value) => {
      // By the square root, else zeros in a program hide all the others.
      const height = round(Math.sqrt(count / most) * 160);
      return count === 0 ? '' : `M${50 + value * 2.8125} 200v-${Math.max(height, 0.5)}h2.8v${Math.max(height, 0.5)}z`;
    })
    .join('');
  const step = 720 / entropies.length;
  const steps = entropies.map((entropy) => `V${round(420 - entropy * 20)}h${round(step)}`).join('');
  const scale = [0, 2, 4, 6, 8].map(
    (bits) =>
      `<path d="M50 ${420 - bits * 20}h720" stroke="#d0d5dd"/><text x="42" y="${424 - bits * 20}" text-anchor="end">${bits}</text>`,
  );
  const values = [0, 64, 128, 192, 255].map(
    (value) =>
      `<text x="${round(50 + value * 2.8125)}" y="216" text-anchor="middle">${value.toString(16).padStart(2, '0')}</text>`,
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 460" width="800" height="460" font-family="sans-serif" font-size="12" fill="#344054">',
    '<rect width="800" height="460" fill="#fff"/>',
    `<text x="50" y="24" font-size="14">Byte values, square-root scale (highest bar: ${most})</text>`,
    `<path d="${bars}" fill="#3b6fd4"/><path d="M50 200h720" stroke="#98a2b3"/>`,
    ...values,
    '<text x="50" y="246" font-size="14">Entropy along the content, bits per byte</text>',
    ...scale,
    `<path d="M50 420${steps}V420z" fill="#f4a259" fill-opacity="0.45" stroke="#c2651c" stroke-linejoin="round"/>`,
    `<text x="50" y="440">0</text><text x="770" y="440" text-anchor="end">${bytes} bytes</text>`,
    '</svg>\n',
  ].join('\n');
}

const round = (value: number): number => Math.round(value * 100) / 100;
