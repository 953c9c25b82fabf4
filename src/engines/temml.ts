/** LaTeX formulas as MathML, by Temml. */

import { ContentFault, LimitFault } from '../lib/faults.js';

export interface MathmlSettings {
  readonly isDisplay: boolean;
  /** Keeps the source beside the formula. */
  readonly isAnnotated: boolean;
}

/** Expansions of macros: no formula that people write needs a thousand. */
const MAX_EXPAND = 1000;

/** Synchronous once it is open. The formula has been checked by `checkTex`. Throws `ContentFault`, `LimitFault`. */
export async function openTemml() {
  const { default: temml } = await import('temml');
  return (tex: string, { isDisplay, isAnnotated }: MathmlSettings): string => {
    try {
      return temml.renderToString(tex, {
        displayMode: isDisplay,
        annotate: isAnnotated,
        throwOnError: true,
        trust: false,
        strict: false,
        xml: true,
        maxExpand: MAX_EXPAND,
        maxSize: [100, 100],
        // A table of its own: definitions with \gdef would stay in it.
        macros: {},
      });
    } catch (error) {
      if (error instanceof RangeError) throw new LimitFault('its parts are nested too deeply');
      throw new ContentFault(told(error), undefined, undefined, { cause: error });
    }
  };
}

/** Without the package's name and its underlined copy of the formula. */
function told(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const plain = message
    .replace(/^(?:Temml parse error|KaTeX parse error|ParseError): ?/i, '')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\s+at (?:position|end of input)[\s\S]*$/, '')
    .replace(/[.:]\s*$/, '')
    .replace("got 'EOF'", 'got the end of it')
    .replace(/^Undefined control sequence:? /, 'Unknown command ')
    .trim();
  const short = plain.length > 120 ? `${plain.slice(0, 119)}…` : plain;
  return short.charAt(0).toLowerCase() + short.slice(1);
}
