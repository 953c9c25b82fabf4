/** Models of regression tools: their terms, equations and predictions. */

import { ContentFault } from '../faults.js';
import { multiply, ONE, type Rational, rational, toNumber } from '../numbers/rational.js';
import { chiSquare, normal, quantile } from './distributions.js';
import { fitLogistic } from './logistic.js';
import { digits, fitLeastSquares, type Term } from './regression.js';

export const TYPES = ['linear', 'polynomial', 'multiple', 'exponential', 'power', 'logarithmic', 'logistic'] as const;
type CurveType = (typeof TYPES)[number];

export interface CurveRequest {
  readonly type: CurveType;
  readonly degree: number;
  readonly hasIntercept: boolean;
  readonly confidence: number;
  /** Of the predictors. */
  readonly names: readonly string[];
  /** Column by column. */
  readonly x: readonly (readonly Rational[])[];
  readonly y: readonly Rational[];
  /** Rows of predictors to predict at. */
  readonly at: readonly (readonly Rational[])[];
}

const LOG_X = new Set<CurveType>(['power', 'logarithmic']);
const LOG_Y = new Set<CurveType>(['power', 'exponential']);

/** The double as the fraction that it is. */
function exactly(value: number): Rational {
  let [mantissa, shift] = [value, 0];
  for (; !Number.isInteger(mantissa); shift++) mantissa *= 2;
  return rational(BigInt(mantissa), 1n << BigInt(shift));
}

function logarithm(value: Rational, name: string): Rational {
  if (value.numerator <= 0n)
    throw new ContentFault(`the logarithm of ${name} needs numbers above 0, got ${toNumber(value)}`);
  return exactly(Math.log(toNumber(value)));
}

const shown = (value: number): string => String(Number(value.toPrecision(6)));

/** `1.5 + 2·x - 3·x^2` */
function sumOf(parts: readonly { readonly value: number; readonly name: string }[]): string {
  const written = parts.map(({ value, name }, index) => {
    const sign = index === 0 ? (value < 0 ? '-' : '') : value < 0 ? ' - ' : ' + ';
    return `${sign}${shown(Math.abs(value))}${name === '' ? '' : `·${name}`}`;
  });
  return written.join('');
}

/** Values of all terms in a row of predictors. */
function termsOf({ type, degree, hasIntercept, names }: CurveRequest, row: readonly Rational[]): readonly Rational[] {
  const first = row[0] ?? ONE;
  const constant = hasIntercept ? [ONE] : [];
  if (type === 'polynomial') {
    const powers = [first];
    for (let i = 1; i < degree; i++) powers.push(multiply(powers[i - 1] ?? ONE, first));
    return [...constant, ...powers];
  }
  return [...constant, ...(LOG_X.has(type) ? [logarithm(first, names[0] ?? 'x')] : row)];
}

function namesOf({ type, degree, hasIntercept, names }: CurveRequest): readonly string[] {
  const first = names[0] ?? 'x';
  const constant = hasIntercept ? [LOG_Y.has(type) ? 'ln a' : 'intercept'] : [];
  if (type === 'polynomial')
    return [...constant, ...Array.from({ length: degree }, (_, i) => (i === 0 ? first : `${first}^${i + 1}`))];
  return [...constant, ...(LOG_X.has(type) ? [`ln ${first}`] : names)];
}

function equationOf(
  { type, hasIntercept, names }: CurveRequest,
  terms: readonly string[],
  estimates: readonly number[],
) {
  const first = names[0] ?? 'x';
  if (LOG_Y.has(type)) {
    const [a, b = 0] = hasIntercept ? [Math.exp(estimates[0] ?? 0), estimates[1]] : [1, estimates[0]];
    const front = hasIntercept ? `${shown(a)}·` : '';
    return type === 'power' ? `y = ${front}${first}^${shown(b)}` : `y = ${front}e^(${shown(b)}·${first})`;
  }
  const parts = terms.map((name, i) => ({ name: name === 'intercept' ? '' : name, value: estimates[i] ?? 0 }));
  return type === 'logistic' ? `p = 1 / (1 + e^-(${sumOf(parts)}))` : `y = ${sumOf(parts)}`;
}

/** Throws `ContentFault` for what cannot be fitted. */
export function fitCurve(request: CurveRequest) {
  return request.type === 'logistic' ? fitOutcome(request) : fitLine(request);
}

function fitLine(request: CurveRequest) {
  const { type, x, y, hasIntercept, confidence, at } = request;
  const names = namesOf(request);
  const rows = y.map((_, row) =>
    termsOf(
      request,
      x.map((column) => column[row] ?? ONE),
    ),
  );
  const terms = names.map((name, i): Term => ({ name, values: rows.map((row) => row[i] ?? ONE) }));
  const isLog = LOG_Y.has(type);
  const right = isLog ? y.map((value) => logarithm(value, 'y')) : y;
  const fit = fitLeastSquares(terms, right, { hasIntercept, confidence });
  const back = (value: number): number => (isLog ? Math.exp(value) : value);
  const predictions = at.map((row) => {
    const { value, meanHalf, observationHalf } = fit.predict(termsOf(request, row));
    const end = (half: number | null, sign: number) => (half === null ? null : digits(back(value + sign * half)));
    return {
      x: row.map(toNumber),
      y: back(value),
      meanLower: end(meanHalf, -1),
      meanUpper: end(meanHalf, 1),
      lower: end(observationHalf, -1),
      upper: end(observationHalf, 1),
    };
  });
  if (predictions.some((prediction) => !Number.isFinite(prediction.y)))
    throw new ContentFault('a prediction is too large to be worked out');
  const warnings: string[] = [];
  if (fit.residualDegrees === 0)
    warnings.push('There are as many coefficients as rows: the fit is exact and says nothing of its errors');
  else if (fit.sums.residual === 0) warnings.push('The model fits every row exactly');
  if (fit.rSquared === null) warnings.push('All outcomes are the same');
  const [least, most] = [Math.min, Math.max].map((end) =>
    x.map((column) => column.map(toNumber).reduce((a, b) => end(a, b))),
  );
  const outside = at.filter((row) =>
    row.some((cell, i) => toNumber(cell) < (least?.[i] ?? 0) || toNumber(cell) > (most?.[i] ?? 0)),
  );
  if (outside.length > 0) warnings.push(`Predictions outside the range of the data: ${outside.length}`);
  return {
    equation: equationOf(
      request,
      names,
      fit.coefficients.map(({ estimate }) => estimate),
    ),
    coefficients: fit.coefficients,
    degreesOfFreedom: fit.residualDegrees,
    rSquared: fit.rSquared,
    adjustedRSquared: fit.adjustedRSquared,
    standardError: fit.standardError,
    sumsOfSquares: fit.sums,
    f: fit.f,
    pValue: fit.pValue,
    predictions,
    warnings,
  };
}

function fitOutcome(request: CurveRequest) {
  const { confidence, names, x, y, at } = request;
  const columns = x.map((column) => column.map(toNumber));
  const rows = y.map((_, row) => columns.map((column) => column[row] ?? 0));
  const { coefficients, covariance, logLikelihood, nullLogLikelihood } = fitLogistic(
    names,
    rows,
    y.map(toNumber),
    confidence,
  );
  const estimates = coefficients.map(({ estimate }) => estimate);
  const chance = (score: number): number => 1 / (1 + Math.exp(-score));
  const critical = quantile(normal(), (1 + confidence) / 2);
  const predictions = at.map((row) => {
    const cells = [1, ...row.map(toNumber)];
    const dot = (a: readonly number[]): number => cells.reduce((sum, cell, i) => sum + cell * (a[i] ?? 0), 0);
    const score = dot(estimates);
    const half = critical * Math.sqrt(Math.max(0, dot(covariance.map(dot))));
    const [meanLower, meanUpper] = [digits(chance(score - half)), digits(chance(score + half))];
    return { x: cells.slice(1), y: chance(score), meanLower, meanUpper, lower: null, upper: null };
  });
  const spread = 2 * (logLikelihood - nullLogLikelihood);
  const size = coefficients.length;
  return {
    equation: equationOf(request, ['intercept', ...names], estimates),
    coefficients: coefficients.map((one) => ({ ...one, oddsRatio: digits(Math.exp(one.estimate)) })),
    degreesOfFreedom: Math.max(0, y.length - size),
    rSquared: digits(1 - logLikelihood / nullLogLikelihood),
    adjustedRSquared: null,
    standardError: null,
    f: null,
    pValue: digits(chiSquare(size - 1).tails(Math.max(0, spread)).upper),
    logLikelihood: Number(logLikelihood.toPrecision(12)),
    aic: Number((2 * size - 2 * logLikelihood).toPrecision(12)),
    predictions,
    warnings: y.length < 10 * size ? ['Fewer than 10 rows per coefficient: its errors and p-values are rough'] : [],
  };
}
