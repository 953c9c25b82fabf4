import { describe, expect, it } from 'vitest';

import { ACCENTS, CLASSES, FUNCTIONS, OPERATORS } from '../../lib/formula/formula-names.js';
import { FORMULA_ATTACKS } from '../../testing/formula-attacks.js';
import { canSetFormula } from '../typst/formulas.js';
import { typstTemplate } from '../typst/typeset.js';
import { formulaOf } from './tree.js';

describe('formulas', () => {
  it('are data of known names, however they try to be code', () => {
    expect(FORMULA_ATTACKS.length).toBeGreaterThan(500);
    const names = new Set([...FUNCTIONS.keys(), ...OPERATORS]);
    const accents = new Set(ACCENTS.values());
    const known: Readonly<Record<string, (value: unknown) => boolean>> = {
      named: (value) => names.has(String(value)),
      call: (value) => names.has(String(value)),
      class: (value) => CLASSES.has(String(value)),
      accent: (value) => accents.has(String(value)) || Array.from(String(value)).length === 1,
      symbol: (value) => Array.from(String(value)).length <= 2,
    };
    for (const tex of FORMULA_ATTACKS) {
      for (const [kind, value] of formulaOf(tex) ?? [])
        expect(known[kind]?.(value) ?? true, `${tex}: ${kind}`).toBe(true);
    }
  });

  // Most were compared by hand with Typst's own reading of the same formula: the same drawing. Arrays, angle brackets and \! had none.
  it.each([
    String.raw`\frac{1}{2} + \sum_{i=1}^n p_i`,
    String.raw`f'(x) = \lim_{h \to 0} \frac{f(x+h)-f(x)}{h}`,
    String.raw`\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}`,
    String.raw`\begin{cases} x & x > 0 \\ -x & x \le 0 \end{cases}`,
    String.raw`\begin{aligned} a &= b + c \\ d &= e \end{aligned}`,
    String.raw`\left\{ x \mid x > 0 \right\} \left.\frac{df}{dx}\right|_{x=0}`,
    String.raw`\operatorname{argmax}_x \hat{x} \overbrace{a+b}^{n} \text{if } x`,
    String.raw`\begin{array}{cc} a & b \\ c & d \end{array} \langle u \rangle e \! f`,
  ])('are set: %s', (tex) => {
    const steps = formulaOf(tex);
    expect(steps).toBeDefined();
    expect(canSetFormula(steps ?? [])).toBe(true);
  });

  it.each(['a_b_c', 'a^', '\\frac{', '\\unknown{x}', '\\over', '', '_', '/'])('are refused or set: %s', (tex) => {
    const steps = formulaOf(tex);
    expect(steps === undefined || typeof canSetFormula(steps) === 'boolean').toBe(true);
  });
});

describe('templates of Typst', () => {
  it('are literals that reach nothing but their data', () => {
    for (const source of [
      '#eval("1")',
      '#read("/a")',
      '#import "@preview/a:1.0.0"',
      '#include "a"',
      '#std.eval("1")',
    ]) {
      const literal = Object.assign([source], { raw: [source] });
      expect(() => typstTemplate(literal), source).toThrow(/must not have/);
    }
    const parts = Object.assign(['#', ''], { raw: ['#', ''] });
    expect(() => typstTemplate(parts)).toThrow(/literal/);
  });
});
