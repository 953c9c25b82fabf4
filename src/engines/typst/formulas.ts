import type { FormulaStep } from '../../lib/formula/read-formula.js';
import { type Template, typeset, typstTemplate } from './typeset.js';

/** Typst's function `formula`, which sets the steps of `lib/formula/read-formula.ts`. It evaluates no text: all it gets is data. */
export const FORMULA_FUNCTION: Template = typstTemplate`
#let align-point = $&$.body
#let named-in-math = dictionary(math)
#let sides-of-cells = (left: left, center: center, right: right)
#let side-by-side(parts) = parts.fold([], (before, part) => before + part)
#let taken(step) = {
  let kind = step.at(0)
  if kind == "row" or kind == "fence" { step.at(1) }
  else if kind == "call" { step.at(2) }
  else if kind == "matrix" { step.at(1) * step.at(2) }
  else if kind == "fraction" { 2 }
  else if kind == "accent" or kind == "class" { 1 }
  else if kind == "attach" { 1 + int(step.at(1)) + int(step.at(2)) }
  else { 0 }
}
#let formula(steps) = {
  let stack = ()
  for step in steps {
    let kind = step.at(0)
    let parts = ()
    for _ in range(taken(step)) { parts.push(stack.pop()) }
    parts = parts.rev()
    stack.push(
      if kind == "symbol" { symbol(step.at(1)) }
      else if kind == "text" { step.at(1) }
      else if kind == "named" { named-in-math.at(step.at(1)) }
      else if kind == "op" { math.op(step.at(1), limits: step.at(2)) }
      else if kind == "align" { align-point }
      else if kind == "break" { linebreak() }
      else if kind == "space" { [ ] }
      else if kind == "back" { h(-0.1667em) }
      else if kind == "row" { side-by-side(parts) }
      else if kind == "fence" { math.lr(side-by-side(parts)) }
      else if kind == "fraction" { math.frac(..parts) }
      else if kind == "call" { named-in-math.at(step.at(1))(..parts) }
      else if kind == "accent" { math.accent(parts.at(0), step.at(1)) }
      else if kind == "class" { math.class(step.at(1), parts.at(0)) }
      else if kind == "attach" {
        let base = parts.remove(0)
        let scripts = (:)
        if step.at(1) { scripts.insert("b", parts.remove(0)) }
        if step.at(2) { scripts.insert("t", parts.remove(0)) }
        if step.at(3) > 0 { scripts.insert("tr", math.primes(step.at(3))) }
        math.attach(base, ..scripts)
      }
      else if kind == "matrix" {
        let delimiter = if step.at(3) == "none" { none } else { step.at(3) }
        math.mat(delim: delimiter, align: sides-of-cells.at(step.at(4)), ..parts.chunks(step.at(2)))
      }
    )
  }
  side-by-side(stack)
}
`;

const ONE = typstTemplate`
#set document(date: none)
#math.equation(formula(json("/data.json").steps))
`;

/** Whether Typst can set a formula. */
export function canSetFormula(steps: readonly FormulaStep[]): boolean {
  try {
    typeset({ templates: [FORMULA_FUNCTION, ONE], data: { steps }, text: '' });
    return true;
  } catch {
    // Whatever it does not take: the caller shows the formula as it is written.
    return false;
  }
}
