import type { PdfFunction, StepBudget } from './functions.js';

type Block = (number | string | Block)[];

const MAX_STACK = 100;
const MAX_NESTING = 32;

/** A function in the language of PostScript calculators (ISO 32000-2, 7.10.5); `undefined` where it is written wrongly. */
export function calculator(source: Uint8Array, budget: StepBudget, outputs: number): PdfFunction | undefined {
  const words = Buffer.from(source)
    .toString('latin1')
    .replace(/%[^\r\n]*/g, ' ')
    .match(/[{}]|[^\s{}]+/g);
  const program = words === null ? undefined : parse(words);
  if (program === undefined) return undefined;
  return (inputs) => {
    const stack: number[] = [...inputs];
    run(program, stack, budget);
    return stack.slice(-outputs);
  };
}

function parse(words: readonly string[]): Block | undefined {
  const open: Block[] = [];
  for (const word of words) {
    if (word === '{') {
      if (open.length >= MAX_NESTING) return undefined;
      open.push([]);
    } else if (word === '}') {
      const block = open.pop();
      if (block === undefined) return undefined;
      const outer = open.at(-1);
      if (outer === undefined) return block;
      outer.push(block);
    } else {
      const number = Number(word);
      open.at(-1)?.push(Number.isNaN(number) ? word : number);
    }
  }
  return undefined;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (y: number, x: number): number => ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
const shift = (value: number, by: number): number => (by > 0 ? value << by : value >> -by);

const ONE: Readonly<Record<string, (a: number) => number>> = {
  abs: Math.abs,
  ceiling: Math.ceil,
  cos: (a) => Math.cos(radians(a)),
  cvi: Math.trunc,
  cvr: (a) => a,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log10,
  neg: (a) => -a,
  round: (a) => Math.floor(a + 0.5),
  sin: (a) => Math.sin(radians(a)),
  sqrt: Math.sqrt,
  truncate: Math.trunc,
  // Of truths, which are 1 and 0 here.
  not: (a) => (a === 0 ? 1 : 0),
};

const TWO: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  and: (a, b) => a & b,
  atan: degrees,
  bitshift: shift,
  div: (a, b) => (b === 0 ? 0 : a / b),
  eq: (a, b) => Number(a === b),
  exp: (a, b) => a ** b,
  ge: (a, b) => Number(a >= b),
  gt: (a, b) => Number(a > b),
  idiv: (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
  le: (a, b) => Number(a <= b),
  lt: (a, b) => Number(a < b),
  mod: (a, b) => (b === 0 ? 0 : a % b),
  mul: (a, b) => a * b,
  ne: (a, b) => Number(a !== b),
  or: (a, b) => a | b,
  sub: (a, b) => a - b,
  xor: (a, b) => a ^ b,
};

function run(program: Block, stack: number[], budget: StepBudget): void {
  budget.take(program.length);
  for (const [i, item] of program.entries()) {
    if (typeof item === 'number') stack.push(item);
    else if (typeof item === 'string') act(item, program, i, stack, budget);
    if (stack.length > MAX_STACK) stack.length = MAX_STACK;
  }
}

function act(word: string, program: Block, i: number, stack: number[], budget: StepBudget): void {
  const pop = (): number => stack.pop() ?? 0;
  const one = Object.hasOwn(ONE, word) ? ONE[word] : undefined;
  const two = Object.hasOwn(TWO, word) ? TWO[word] : undefined;
  if (one !== undefined) stack.push(sound(one(pop())));
  else if (two !== undefined) {
    const b = pop();
    stack.push(sound(two(pop(), b)));
  } else if (word === 'if' || word === 'ifelse') {
    const blocks = word === 'if' ? [program[i - 1], []] : [program[i - 2], program[i - 1]];
    const chosen = blocks[pop() === 0 ? 1 : 0];
    if (Array.isArray(chosen)) run(chosen, stack, budget);
  } else if (word === 'true' || word === 'false') stack.push(word === 'true' ? 1 : 0);
  else if (word === 'pop') pop();
  else if (word === 'exch') stack.push(...[pop(), pop()]);
  else if (word === 'dup') stack.push(stack.at(-1) ?? 0);
  else if (word === 'copy') {
    const count = pop();
    if (count > 0 && count <= stack.length) stack.push(...stack.slice(-count));
  } else if (word === 'index') stack.push(stack.at(-1 - pop()) ?? 0);
  else if (word === 'roll') roll(stack, pop(), pop());
}

const sound = (value: number): number => (Number.isFinite(value) ? value : 0);

function roll(stack: number[], by: number, count: number): void {
  if (!(count > 0) || count > stack.length || !Number.isInteger(count)) return;
  const part = stack.splice(-count);
  const turn = ((Math.trunc(by) % count) + count) % count;
  stack.push(...part.slice(count - turn), ...part.slice(0, count - turn));
}
