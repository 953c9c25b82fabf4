/** The eight digits that a UPC-E code shows, of the UPC-A number it stands for (5.2.4.3); `undefined` where it has no short form. */
export function shortUpc(upc: string): string | undefined {
  const match = /^([01])(\d{5})(\d{5})(\d)$/.exec(upc);
  if (match === null) return undefined;
  const [, system = '', maker = '', item = '', check = ''] = match;
  const last = item.slice(-1);
  if (/^\d\d[012]00$/.test(maker) && item.startsWith('00')) {
    return `${system}${maker.slice(0, 2)}${item.slice(2)}${maker.charAt(2)}${check}`;
  }
  if (maker.endsWith('00') && item.startsWith('000')) return `${system}${maker.slice(0, 3)}${item.slice(3)}3${check}`;
  if (maker.endsWith('0') && item.startsWith('0000')) return `${system}${maker.slice(0, 4)}${last}4${check}`;
  if (item.startsWith('0000') && last >= '5') return `${system}${maker}${last}${check}`;
  return undefined;
}

/** The UPC-A number that the eight digits of a UPC-E code stand for (5.2.2.4.2); `undefined` for other texts. */
export function longUpc(short: string): string | undefined {
  const match = /^([01])(\d{6})(\d)$/.exec(short);
  if (match === null) return undefined;
  const [, system = '', digits = '', check = ''] = match;
  const last = digits.slice(-1);
  const body =
    last <= '2'
      ? `${digits.slice(0, 2)}${last}0000${digits.slice(2, 5)}`
      : last === '3'
        ? `${digits.slice(0, 3)}00000${digits.slice(3, 5)}`
        : last === '4'
          ? `${digits.slice(0, 4)}00000${digits.charAt(4)}`
          : `${digits.slice(0, 5)}0000${last}`;
  return `${system}${body}${check}`;
}
