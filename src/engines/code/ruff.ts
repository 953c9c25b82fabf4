import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { spendProcess } from '../../core/run-end.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import type { WorkTime } from '../work-time.js';

export interface PythonLayout {
  /** Longest line; 0 never wraps. */
  readonly lineWidth: number;
  readonly indent: number;
  readonly tabs: boolean;
  readonly quotes: 'double' | 'single' | 'preserve';
  readonly trailingCommas: 'respect' | 'ignore';
  readonly docstringCode: boolean;
}

/** The package keeps it in 16 bits. */
const MAX_LINE = 65_535;

/** The package's own JavaScript around its WebAssembly. */
interface Bindings {
  readonly __wbg_set_wasm: (exports: unknown) => void;
  readonly format: (text: string, path: null, layout: Readonly<Record<string, unknown>>) => string;
  readonly [name: string]: unknown;
}

let loaded: Bindings['format'] | undefined;
let instances = 0;

/** An instance: the one before where it is in order, since a stack that has overflowed in it never comes back. */
async function load(): Promise<Bindings['format']> {
  if (loaded !== undefined) return loaded;
  const { resolve } = createRequire(import.meta.url);
  const { href } = pathToFileURL(resolve('@wasm-fmt/ruff_fmt/ruff_fmt_bg.js'));
  // Each its own: they keep views of the memory of one instance.
  const bindings = (await import(`${href}?${instances++}`)) as Bindings;
  const module = new WebAssembly.Module(readFileSync(resolve('@wasm-fmt/ruff_fmt/wasm')));
  const instance = new WebAssembly.Instance(module, { './ruff_fmt_bg.js': bindings } as ConstructorParameters<
    typeof WebAssembly.Instance
  >[1]);
  bindings.__wbg_set_wasm(instance.exports);
  loaded = bindings.format;
  return loaded;
}

/**
 * Formats Python 3 as Ruff does. Synchronous once it is open; `time` is spent. Throws ContentFault with line and column where the text
 * is not Python, LimitFault where it is nested too deeply.
 */
export async function openRuff() {
  const format = await load();
  return (text: string, layout: PythonLayout, time: WorkTime): string => {
    const source = text.replace(/^\ufeff/, '').toWellFormed();
    try {
      return time.run(() =>
        format(source, null, {
          line_width: layout.lineWidth === 0 ? MAX_LINE : layout.lineWidth,
          indent_width: layout.indent,
          indent_style: layout.tabs ? 'tab' : 'space',
          quote_style: layout.quotes,
          magic_trailing_comma: layout.trailingCommas,
          docstring_code: layout.docstringCode ? 'enabled' : 'disabled',
        }),
      );
    } catch (error) {
      // The package throws texts; anything else has left its memory in no known state.
      if (typeof error === 'string') throw told(error, source);
      loaded = undefined;
      spendProcess();
      if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
        throw new LimitFault('it is nested deeper than can be followed');
      throw error;
    }
  };
}

/** "Expected an expression at byte range 6..7", with the place as people count it. */
function told(message: string, source: string): ContentFault | LimitFault {
  const [, what = message, start = '0'] = /^(.*?) at byte range (\d+)\.\.\d+/s.exec(message) ?? [];
  const before = Buffer.from(source)
    .subarray(0, Number(start))
    .toString()
    .split(/\r\n|[\r\n]/);
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  if (what.includes('too deeply nested')) return new LimitFault(`line ${line}: it is nested too deeply`);
  const said = what.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const short = said.length > 200 ? `${said.slice(0, 199)}…` : said;
  return new ContentFault(`line ${line}, column ${column}: ${short.charAt(0).toLowerCase()}${short.slice(1)}`);
}
