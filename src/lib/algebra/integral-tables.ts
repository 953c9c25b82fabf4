import {
  absoluteLogarithm,
  call,
  difference,
  type Expression,
  type FunctionName,
  negative,
  product,
  quotient,
  root,
  square,
  sum,
  whole,
} from './expression.js';

/** Antiderivatives of the functions by their argument. */
export const CALL_INTEGRALS: Readonly<Partial<Record<FunctionName, (x: Expression) => Expression>>> = {
  exp: (x) => call('exp', x),
  ln: (x) => difference(product(x, call('ln', x)), x),
  sin: (x) => negative(call('cos', x)),
  cos: (x) => call('sin', x),
  tan: (x) => negative(absoluteLogarithm(call('cos', x))),
  asin: (x) => sum(product(x, call('asin', x)), root(difference(whole(1), square(x)))),
  acos: (x) => difference(product(x, call('acos', x)), root(difference(whole(1), square(x)))),
  atan: (x) => difference(product(x, call('atan', x)), quotient(call('ln', sum(square(x), whole(1))), whole(2))),
  sinh: (x) => call('cosh', x),
  cosh: (x) => call('sinh', x),
  tanh: (x) => call('ln', call('cosh', x)),
  asinh: (x) => difference(product(x, call('asinh', x)), root(sum(square(x), whole(1)))),
  acosh: (x) => difference(product(x, call('acosh', x)), root(difference(square(x), whole(1)))),
  atanh: (x) =>
    sum(product(x, call('atanh', x)), quotient(absoluteLogarithm(difference(whole(1), square(x))), whole(2))),
  abs: (x) => quotient(product(x, call('abs', x)), whole(2)),
};

const tangentHalf = (x: Expression): Expression => call('tan', quotient(x, whole(2)));

/** Antiderivatives of powers of functions, by function and exponent. */
export const POWER_INTEGRALS: Readonly<Record<string, (x: Expression) => Expression>> = {
  'cos -2': (x) => call('tan', x),
  'sin -2': (x) => negative(quotient(call('cos', x), call('sin', x))),
  'cosh -2': (x) => call('tanh', x),
  'sinh -2': (x) => negative(quotient(call('cosh', x), call('sinh', x))),
  'sin -1': (x) => absoluteLogarithm(tangentHalf(x)),
  'cos -1': (x) => absoluteLogarithm(sum(quotient(whole(1), call('cos', x)), call('tan', x))),
  'tan -1': (x) => absoluteLogarithm(call('sin', x)),
  'cosh -1': (x) => product(whole(2), call('atan', call('exp', x))),
  'sinh -1': (x) => absoluteLogarithm(call('tanh', quotient(x, whole(2)))),
  'tanh -1': (x) => absoluteLogarithm(call('sinh', x)),
  'tan 2': (x) => difference(call('tan', x), x),
  'tanh 2': (x) => difference(x, call('tanh', x)),
};
