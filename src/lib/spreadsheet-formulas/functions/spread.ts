import { DIV0 } from '../values.js';

/** Of a sample, or of all there is. Throws DIV0 for too few numbers. */
export function variance(numbers: readonly number[], isSample: boolean): number {
  const divisor = numbers.length - Number(isSample);
  if (divisor < 1) throw DIV0;
  let sum = 0;
  for (const number of numbers) sum += number;
  const mean = sum / numbers.length;
  let [squares, rest] = [0, 0];
  for (const number of numbers) {
    squares += (number - mean) ** 2;
    rest += number - mean;
  }
  // The mean is rounded; what that adds is taken off again.
  return (squares - rest ** 2 / numbers.length) / divisor;
}

export const deviation = (numbers: readonly number[], isSample: boolean): number =>
  Math.sqrt(variance(numbers, isSample));
