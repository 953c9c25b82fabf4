import { ContentFault } from '../../../lib/faults.js';
import { isInteger, type PdfDict, type PdfValue } from './objects.js';

/** Undoes a TIFF or PNG predictor (ISO 32000-2, 7.4.4.4). */
export function unpredict(bytes: Uint8Array, parameters: PdfDict | undefined): Uint8Array {
  const predictor = parameters?.get('Predictor') ?? 1;
  if (parameters === undefined || predictor === 1) return bytes;
  const colors = bounded(parameters.get('Colors') ?? 1, 32);
  const depth = bounded(parameters.get('BitsPerComponent') ?? 8, 16);
  const columns = bounded(parameters.get('Columns') ?? 1, 2 ** 24);
  const pixelBytes = Math.max(1, (colors * depth) >> 3);
  const rowBytes = Math.ceil((colors * depth * columns) / 8);
  if (predictor !== 2) return unpredictPng(bytes, pixelBytes, rowBytes);
  if (depth !== 8) throw new ContentFault('a stream has an unusual predictor');
  const output = Uint8Array.from(bytes);
  for (let row = 0; row < output.length; row += rowBytes) {
    for (let i = row + pixelBytes; i < Math.min(row + rowBytes, output.length); i += 1) {
      output[i] = (output[i] ?? 0) + (output[i - pixelBytes] ?? 0);
    }
  }
  return output;
}

function bounded(value: PdfValue, maximum: number): number {
  if (!isInteger(value) || value < 1 || value > maximum) throw new ContentFault('a stream has an impossible predictor');
  return value;
}

function unpredictPng(bytes: Uint8Array, pixelBytes: number, rowBytes: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const output = new Uint8Array(Math.max(0, bytes.length - rows));
  for (let row = 0; row < rows; row += 1) {
    const source = row * (rowBytes + 1);
    const start = row * rowBytes;
    const length = Math.min(rowBytes, bytes.length - source - 1);
    const type = bytes[source];
    for (let i = 0; i < length; i += 1) {
      const at = start + i;
      const left = i >= pixelBytes ? (output[at - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (output[at - rowBytes] ?? 0) : 0;
      let guess = 0;
      if (type === 1) guess = left;
      else if (type === 2) guess = up;
      else if (type === 3) guess = (left + up) >> 1;
      else if (type === 4)
        guess = paeth(left, up, row > 0 && i >= pixelBytes ? (output[at - rowBytes - pixelBytes] ?? 0) : 0);
      output[at] = (bytes[source + 1 + i] ?? 0) + guess;
    }
  }
  return output;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
