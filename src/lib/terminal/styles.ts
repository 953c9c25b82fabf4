/** How letters are shown: SGR of ECMA-48 with the colours of xterm. */
export interface Style {
  readonly color: Color | undefined;
  readonly background: Color | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly inverse: boolean;
  readonly hidden: boolean;
}

/** A place in the palette of 256, or a colour by its bytes. */
export type Color = number | readonly [number, number, number];

export const PLAIN: Style = {
  color: undefined,
  background: undefined,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
  hidden: false,
};

const SWITCHES: Readonly<Record<number, Partial<Style>>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  8: { hidden: true },
  9: { strike: true },
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  28: { hidden: false },
  29: { strike: false },
  39: { color: undefined },
  49: { background: undefined },
};

const isByte = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 255;

/** The colour after 38 or 48 and how many parameters it takes. */
function colorAfter(rest: readonly number[]): { readonly color: Color | undefined; readonly taken: number } {
  const [kind, a, b, c] = rest;
  if (kind === 5) return { color: isByte(a) ? a : undefined, taken: 2 };
  if (kind === 2) return { color: isByte(a) && isByte(b) && isByte(c) ? [a, b, c] : undefined, taken: 4 };
  return { color: undefined, taken: 1 };
}

/** A parameter with its own ones behind colons (ISO 8613-6): 4:3, 38:5:n, 38:2::r:g:b. */
function withColons(parameter: string): number[] {
  const [first = '', ...own] = parameter.split(':');
  const code = Number(first);
  if (code === 4) return [own[0] === '0' ? 24 : 4];
  if (own[0] === '2' && own.length >= 5) return [code, 2, ...own.slice(2, 5).map(Number)];
  return [code, ...own.map(Number)];
}

/** The style after a sequence of SGR. */
export function restyled(style: Style, parameters: string): Style {
  const codes = parameters
    .split(';')
    .flatMap((parameter) => (parameter.includes(':') ? withColons(parameter) : [Number(parameter)]));
  let next = style;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 0) next = PLAIN;
    else if (code === 38 || code === 48) {
      const { color, taken } = colorAfter(codes.slice(index + 1, index + 5));
      if (color !== undefined) next = { ...next, [code === 38 ? 'color' : 'background']: color };
      index += taken;
    } else if (code >= 30 && code <= 37) next = { ...next, color: code - 30 };
    else if (code >= 40 && code <= 47) next = { ...next, background: code - 40 };
    else if (code >= 90 && code <= 97) next = { ...next, color: code - 82 };
    else if (code >= 100 && code <= 107) next = { ...next, background: code - 92 };
    else next = { ...next, ...SWITCHES[code] };
  }
  return next;
}

/** The first sixteen colours: those of VS Code's terminal, which people know from logs, on dark and on light. */
const SIXTEEN = {
  dark: '000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db e5e5e5',
  light:
    '000000 cd3131 107c10 949800 0451a5 bc05bc 0598bc 555555 666666 cd3131 14ce14 b5ba00 0451a5 bc05bc 0598bc a5a5a5',
} as const;

export type Theme = keyof typeof SIXTEEN;

/** What letters and the ground have by themselves. */
export const GROUNDS = { dark: ['#e5e5e5', '#1e1e1e'], light: ['#333333', '#ffffff'] } as const;

const hex = (bytes: readonly number[]): string =>
  `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** xterm: 16 to 231 are a cube of six steps, 232 to 255 greys. */
export function hexOf(color: Color, theme: Theme): string {
  if (typeof color !== 'number') return hex(color);
  if (color < 16) return `#${SIXTEEN[theme].split(' ')[color] ?? '000000'}`;
  if (color >= 232) return hex([0, 0, 0].map(() => 8 + 10 * (color - 232)));
  const step = (value: number): number => (value === 0 ? 0 : 55 + 40 * value);
  const place = color - 16;
  return hex([step(Math.floor(place / 36)), step(Math.floor(place / 6) % 6), step(place % 6)]);
}

/** As a `style` attribute has it; empty for plain letters. */
export function cssOf(style: Style, theme: Theme): string {
  const [letters, ground] = GROUNDS[theme];
  const color = style.color === undefined ? undefined : hexOf(style.color, theme);
  const background = style.background === undefined ? undefined : hexOf(style.background, theme);
  const [front, back] = style.inverse ? [background ?? ground, color ?? letters] : [color, background];
  const lines = [style.underline ? 'underline' : '', style.strike ? 'line-through' : ''].filter((line) => line !== '');
  return [
    front === undefined ? '' : `color:${front}`,
    back === undefined ? '' : `background-color:${back}`,
    style.bold ? 'font-weight:bold' : '',
    style.dim ? 'opacity:0.6' : '',
    style.italic ? 'font-style:italic' : '',
    lines.length === 0 ? '' : `text-decoration:${lines.join(' ')}`,
    style.hidden ? 'visibility:hidden' : '',
  ]
    .filter((rule) => rule !== '')
    .join(';');
}
