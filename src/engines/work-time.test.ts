import { expect, it } from 'vitest';

import { overLimit } from '../core/errors.js';
import { WorkTime } from './work-time.js';

const tooLong = () => overLimit('The work takes too long');

/** `(func (export "spin") (loop br 0))` */
const SPIN = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[7, 8, 1, 4, 0x73, 0x70, 0x69, 0x6e, 0, 0],
  ...[10, 9, 1, 7, 0, 3, 0x40, 0x0c, 0, 0x0b, 0x0b],
]);

it('gives the result and the errors of work that ends', () => {
  const time = new WorkTime(60, tooLong);
  const value = { a: 1 };
  expect(time.run(() => time.run(() => value))).toBe(value);
  const fault = new RangeError('of the work');
  expect(() =>
    time.run(() => {
      throw fault;
    }),
  ).toThrow(fault);
});

it('ends loops that never do, of WebAssembly and regular expressions too', () => {
  const { spin } = new WebAssembly.Instance(new WebAssembly.Module(SPIN)).exports;
  const works = [
    () => {
      for (;;);
    },
    () => (spin as () => void)(),
    () => /^(a+)+$/.test(`${'a'.repeat(60)}!`),
  ];
  for (const work of works) expect(() => new WorkTime(0.05, tooLong).run(work)).toThrow('The work takes too long');
});

it('counts the time of all work together', () => {
  const time = new WorkTime(0.05, tooLong);
  const spin = () => {
    for (;;);
  };
  expect(() => time.run(spin)).toThrow('The work takes too long');
  expect(() => time.run(spin)).toThrow('The work takes too long');
});
