import { LimitFault } from '../../../lib/faults.js';
import type { PdfDocument } from '../document/document.js';
import { calculator } from './calculator.js';
import { isInteger, PdfStream, type PdfValue } from './objects.js';

/** A function of PDF: numbers in, numbers out. */
export type PdfFunction = (inputs: readonly number[]) => number[];

/** Steps of all functions of one file. Measured: three to six seconds of calculators. */
const MAX_STEPS = 40_000_000;
const MAX_DEPTH = 8;
const MAX_TABLE_BYTES = 16 * 2 ** 20;
/** Two to the power of this many corners are mixed. */
const MAX_INPUTS = 6;

/** What functions may still do. */
export class StepBudget {
  private left = MAX_STEPS;
  take(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new LimitFault(`its colour functions must take at most ${MAX_STEPS} steps`, MAX_STEPS);
  }
}

interface Reading {
  readonly document: PdfDocument;
  readonly budget: StepBudget;
}

/** The function an object describes (ISO 32000-2, 7.10), of an array the functions of each output; `undefined` where it is none. */
export function readFunction(reading: Reading, value: PdfValue | undefined, depth = 0): PdfFunction | undefined {
  const { document, budget } = reading;
  if (depth > MAX_DEPTH) return undefined;
  const resolved = document.resolve(value);
  if (Array.isArray(resolved)) {
    const parts = resolved.slice(0, 32).map((part) => readFunction(reading, part, depth + 1));
    if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
    return (inputs) => parts.map((part) => part?.(inputs)[0] ?? 0);
  }
  const dict = document.dictOf(resolved);
  if (dict === undefined) return undefined;
  const numbers = (key: string): number[] | undefined => numbersOf(document, document.get(dict, key));
  const domain = numbers('Domain');
  if (domain === undefined || domain.length < 2) return undefined;
  const range = numbers('Range');
  const bare = ((): PdfFunction | undefined => {
    switch (document.get(dict, 'FunctionType')) {
      case 0:
        return resolved instanceof PdfStream && range !== undefined
          ? sampled(reading, resolved, domain, range)
          : undefined;
      case 2:
        return exponential(numbers('C0') ?? [0], numbers('C1') ?? [1], document.get(dict, 'N'));
      case 3:
        return stitched(reading, dict, domain, depth);
      case 4: {
        const source = resolved instanceof PdfStream ? document.tryDecode(resolved, 65_536) : undefined;
        return source === undefined || range === undefined ? undefined : calculator(source, budget, range.length / 2);
      }
      default:
        return undefined;
    }
  })();
  if (bare === undefined) return undefined;
  return (inputs) => {
    budget.take(8);
    return clipped(bare(clipped(inputs, domain)), range);
  };
}

export function numbersOf(document: PdfDocument, value: PdfValue | undefined): number[] | undefined {
  const list = document.resolve(value);
  if (!Array.isArray(list) || list.length > 4096) return undefined;
  const numbers = list.map((item) => document.resolve(item));
  return numbers.every((item) => typeof item === 'number') ? (numbers as number[]) : undefined;
}

const clipped = (values: readonly number[], bounds: readonly number[] | undefined): number[] =>
  values.map((value, i) =>
    bounds === undefined ? value : Math.min(bounds[2 * i + 1] ?? value, Math.max(bounds[2 * i] ?? value, value)),
  );

function exponential(c0: readonly number[], c1: readonly number[], n: PdfValue): PdfFunction | undefined {
  if (typeof n !== 'number' || c0.length !== c1.length) return undefined;
  return ([x = 0]) => {
    const power = x ** n;
    return c0.map((from, i) => from + (Number.isFinite(power) ? power : 0) * ((c1[i] ?? 0) - from));
  };
}

function stitched(
  reading: Reading,
  dict: Parameters<PdfDocument['get']>[0],
  domain: readonly number[],
  depth: number,
): PdfFunction | undefined {
  const { document } = reading;
  const list = document.getArray(dict, 'Functions')?.slice(0, 1000);
  const bounds = numbersOf(document, document.get(dict, 'Bounds'));
  const encode = numbersOf(document, document.get(dict, 'Encode'));
  const parts = list?.map((part) => readFunction(reading, part, depth + 1));
  if (parts === undefined || parts.length === 0 || bounds?.length !== parts.length - 1) return undefined;
  if (encode === undefined || encode.length < 2 * parts.length) return undefined;
  if (parts.some((part) => part === undefined)) return undefined;
  const [low = 0, high = 1] = domain;
  return ([x = 0]) => {
    const found = bounds.findIndex((bound) => x < bound);
    const k = found < 0 ? parts.length - 1 : found;
    reading.budget.take(parts.length);
    const [from, to] = [bounds[k - 1] ?? low, bounds[k] ?? high];
    const [e0 = 0, e1 = 1] = [encode[2 * k], encode[2 * k + 1]];
    return parts[k]?.([to === from ? e0 : e0 + ((x - from) * (e1 - e0)) / (to - from)]) ?? [];
  };
}

function sampled(
  { document, budget }: Reading,
  stream: PdfStream,
  domain: readonly number[],
  range: readonly number[],
): PdfFunction | undefined {
  const { dict } = stream;
  const size = numbersOf(document, document.get(dict, 'Size'));
  const bits = document.get(dict, 'BitsPerSample');
  const inputs = domain.length / 2;
  const outputs = range.length / 2;
  if (size?.length !== inputs || !isInteger(bits) || ![1, 2, 4, 8, 12, 16, 24, 32].includes(bits)) return undefined;
  if (inputs > MAX_INPUTS || !size.every((item) => isInteger(item) && item > 0)) return undefined;
  const count = size.reduce((product, item) => product * item, outputs);
  const bytes = document.tryDecode(stream, MAX_TABLE_BYTES);
  if (bytes === undefined || bytes.length * 8 < count * bits) return undefined;
  const encode = numbersOf(document, document.get(dict, 'Encode')) ?? size.flatMap((item) => [0, item - 1]);
  const decode = numbersOf(document, document.get(dict, 'Decode')) ?? range;
  const top = 2 ** bits - 1;
  const sampleAt = (index: number): number => bitsAt(bytes, index * bits, bits) / top;
  return (values) => {
    budget.take(outputs * 2 ** inputs);
    const places = size.map((item, i) => {
      const [d0 = 0, d1 = 1, e0 = 0, e1 = 1] = [domain[2 * i], domain[2 * i + 1], encode[2 * i], encode[2 * i + 1]];
      const at = d1 === d0 ? e0 : e0 + (((values[i] ?? 0) - d0) * (e1 - e0)) / (d1 - d0);
      return Math.min(item - 1, Math.max(0, at));
    });
    return Array.from({ length: outputs }, (_, output) => {
      let sum = 0;
      for (let corner = 0; corner < 2 ** inputs; corner += 1) {
        let [weight, index, stride] = [1, 0, 1];
        for (const [i, place] of places.entries()) {
          const low = Math.floor(place);
          const isHigh = (corner >> i) & 1;
          weight *= isHigh ? place - low : 1 - (place - low);
          index += Math.min((size[i] ?? 1) - 1, low + isHigh) * stride;
          stride *= size[i] ?? 1;
        }
        if (weight > 0) sum += weight * sampleAt(index * outputs + output);
      }
      const [from = 0, to = 1] = [decode[2 * output], decode[2 * output + 1]];
      return from + sum * (to - from);
    });
  };
}

/** A big-endian number of `count` bits. */
function bitsAt(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start, left = count; left > 0; ) {
    const room = 8 - (at & 7);
    const taken = Math.min(room, left);
    value = value * 2 ** taken + (((bytes[at >> 3] ?? 0) >> (room - taken)) & (2 ** taken - 1));
    at += taken;
    left -= taken;
  }
  return value;
}
