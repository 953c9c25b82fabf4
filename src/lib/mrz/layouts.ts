/** Machine-readable zones of ICAO Doc 9303, parts 4 to 7: which characters of which line hold what. */

type Characters = 'letters' | 'digits' | 'any';

/** Line, start and end (not included), from 0. */
export type Span = readonly [line: number, start: number, end: number];

export interface MrzField {
  readonly name: string;
  readonly span: Span;
  readonly characters: Characters;
  /** Where its check digit is. */
  readonly check?: readonly [line: number, at: number];
}

export interface MrzLayout {
  readonly format: 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B';
  readonly lines: number;
  readonly length: number;
  readonly fields: readonly MrzField[];
  /** The check digit over several parts; visas have none. */
  readonly composite?: { readonly at: readonly [line: number, at: number]; readonly spans: readonly Span[] };
}

const first = (nameEnd: number): readonly MrzField[] => [
  { name: 'type', span: [0, 0, 2], characters: 'letters' },
  { name: 'issuer', span: [0, 2, 5], characters: 'letters' },
  { name: 'names', span: [0, 5, nameEnd], characters: 'letters' },
];

const second = (optional: MrzField): readonly MrzField[] => [
  { name: 'documentNumber', span: [1, 0, 9], characters: 'any', check: [1, 9] },
  { name: 'nationality', span: [1, 10, 13], characters: 'letters' },
  { name: 'birthDate', span: [1, 13, 19], characters: 'digits', check: [1, 19] },
  { name: 'sex', span: [1, 20, 21], characters: 'letters' },
  { name: 'expiryDate', span: [1, 21, 27], characters: 'digits', check: [1, 27] },
  optional,
];

const optional = (end: number): MrzField => ({ name: 'optional', span: [1, 28, end], characters: 'any' });

export const LAYOUTS: readonly MrzLayout[] = [
  {
    format: 'TD1',
    lines: 3,
    length: 30,
    fields: [
      { name: 'type', span: [0, 0, 2], characters: 'letters' },
      { name: 'issuer', span: [0, 2, 5], characters: 'letters' },
      { name: 'documentNumber', span: [0, 5, 14], characters: 'any', check: [0, 14] },
      { name: 'optional', span: [0, 15, 30], characters: 'any' },
      { name: 'birthDate', span: [1, 0, 6], characters: 'digits', check: [1, 6] },
      { name: 'sex', span: [1, 7, 8], characters: 'letters' },
      { name: 'expiryDate', span: [1, 8, 14], characters: 'digits', check: [1, 14] },
      { name: 'nationality', span: [1, 15, 18], characters: 'letters' },
      { name: 'optional2', span: [1, 18, 29], characters: 'any' },
      { name: 'names', span: [2, 0, 30], characters: 'letters' },
    ],
    composite: {
      at: [1, 29],
      spans: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
    },
  },
  {
    format: 'TD2',
    lines: 2,
    length: 36,
    fields: [...first(36), ...second(optional(35))],
    composite: {
      at: [1, 35],
      spans: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
    },
  },
  {
    format: 'TD3',
    lines: 2,
    length: 44,
    fields: [...first(44), ...second({ ...optional(42), check: [1, 42] })],
    composite: {
      at: [1, 43],
      spans: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
    },
  },
  { format: 'MRV-A', lines: 2, length: 44, fields: [...first(44), ...second(optional(44))] },
  { format: 'MRV-B', lines: 2, length: 36, fields: [...first(36), ...second(optional(36))] },
];
