/** LaTeX formulas as SVG whose glyphs are outlines, by MathJax. */

import { ContentFault, LimitFault } from '../lib/faults.js';

/**
 * Without `require` and `autoload`, which load code; `html`, which makes links and styles; `action`, which makes it react; `setoptions`
 * and `configmacros`, which change the engine; `noerrors` and `noundefined`, which hide faults.
 */
const PACKAGES = [
  'base',
  'ams',
  'amscd',
  'bbox',
  'boldsymbol',
  'braket',
  'bussproofs',
  'cancel',
  'cases',
  'centernot',
  'color',
  'colortbl',
  'empheq',
  'enclose',
  'extpfeil',
  'gensymb',
  'mathtools',
  'mhchem',
  'newcommand',
  'tagformat',
  'textcomp',
  'textmacros',
  'upgreek',
  'unicode',
  'verb',
];

/** Expansions of macros, and characters of what they make: far beyond what people write. */
const MAX_MACROS = 500;
const MAX_BUFFER = 40_000;

class TexFault extends Error {
  override readonly name = 'TexFault';
}

/** Synchronous once it is open. The formula has been checked by `checkTex`. Throws `ContentFault`, `LimitFault`. */
export async function openMathjax() {
  const [{ mathjax }, { TeX }, { SVG }, { liteAdaptor }, { RegisterHTMLHandler }] = await Promise.all([
    import('mathjax-full/js/mathjax.js'),
    import('mathjax-full/js/input/tex.js'),
    import('mathjax-full/js/output/svg.js'),
    import('mathjax-full/js/adaptors/liteAdaptor.js'),
    import('mathjax-full/js/handlers/html.js'),
    import('mathjax-full/js/input/tex/AllPackages.js'),
  ]);
  const adaptor = liteAdaptor();
  RegisterHTMLHandler(adaptor);
  return (tex: string, isDisplay: boolean): string => {
    // Definitions and labels of a formula stay in its reader: each has one of its own.
    const input = new TeX({
      packages: PACKAGES,
      maxMacros: MAX_MACROS,
      maxBuffer: MAX_BUFFER,
      formatError: (_: unknown, error: Error) => {
        throw new TexFault(error.message);
      },
    });
    const page = mathjax.document('', { InputJax: input, OutputJax: new SVG({ fontCache: 'none' }) });
    try {
      const node = page.convert(tex, { display: isDisplay, em: 16, ex: 8, containerWidth: 80 * 16 });
      return adaptor.innerHTML(node);
    } catch (error) {
      if (error instanceof RangeError) throw new LimitFault('its parts are nested too deeply');
      // Parts that do not belong together, such as cells without a table, break its layout.
      if (!(error instanceof TexFault))
        throw new ContentFault('it cannot be laid out', undefined, undefined, { cause: error });
      const plain = error.message
        .replace(/[.:]\s*$/, '')
        .replace(/^Undefined (?:control sequence|(tag form:)) /, (_, tag?: string) => `Unknown ${tag ?? 'command'} `);
      if (/maximum (?:macro|buffer)/i.test(plain)) throw new LimitFault('its macros make too much of it');
      const short = plain.length > 120 ? `${plain.slice(0, 119)}…` : plain;
      throw new ContentFault(short.charAt(0).toLowerCase() + short.slice(1), undefined, undefined, { cause: error });
    }
  };
}
