/** Style sheets of diagrams as every renderer reads them. */

/** What the letters are measured in, and what stands in for it. */
export const DIAGRAM_FONTS = 'Noto Sans, Open Sans, Arial, sans-serif';

/** Selectors that renderers of still pictures know: names, classes, ids, and attributes that are equal. */
const KNOWN = /^(?:[\w-]|[#.*>+ ]|\[[\w-]+(?:=[^\]]*)?\])+$/;
const ENDING = /\[id\$=["']?([\w-]+)["']?\]/;

function expanded(selector: string, ids: readonly string[]): string[] {
  const ending = ENDING.exec(selector);
  if (ending === null) return [selector];
  const [whole, end = ''] = ending;
  return ids
    .filter((id) => id.endsWith(end) && /^[A-Za-z_][\w-]*$/.test(id))
    .map((id) => selector.replace(whole, () => `#${id}`));
}

function declarations(body: string): string {
  return body
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => {
      const [name = '', value = ''] = declaration.split(':', 2).map((part) => part.trim());
      if (name === '' || value === '' || name.startsWith('--') || /\bundefined\b|\bNaN\b/.test(value)) return false;
      // A width below zero is none to some, and the one from before to others.
      if (name === 'stroke-width' && value.startsWith('-')) return false;
      return name !== 'transform';
    })
    .map((declaration) => declaration.replace(/^font-family\s*:.*/, `font-family:${DIAGRAM_FONTS}`))
    .join(';');
}

/** Rules that draw nothing in a still picture are left out; ids that end in something are written out. */
export function mendedCss(css: string, ids: readonly string[]): string {
  const frames: string[] = [];
  const plain = css.replace(/@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, (rule) => {
    if (rule.startsWith('@keyframes')) frames.push(rule);
    return '';
  });
  const rules: string[] = [];
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const known = selectors
      .split(',')
      .map((selector) => selector.trim())
      .flatMap((selector) => expanded(selector, ids))
      .filter((selector) => KNOWN.test(selector));
    const kept = declarations(body);
    if (known.length > 0 && kept !== '') rules.push(`${known.join(',')}{${kept}}`);
  }
  return [...frames, ...rules].join('\n');
}

/** The same for an attribute `style`. */
export const mendedStyle = (style: string): string => declarations(style);
