import { ContentFault } from '../faults.js';
import { type Directive, isKnownDirective, parsePolicy, writePolicy } from './policy.js';

export const CSP_PRESETS = ['strict', 'same-origin', 'api', 'empty'] as const;
export const CSP_FORMATS = ['header', 'policy', 'meta', 'nginx', 'apache', 'caddy'] as const;

export interface CspBuilding {
  readonly preset: (typeof CSP_PRESETS)[number];
  readonly format: (typeof CSP_FORMATS)[number];
  readonly reportUri: string;
  readonly reportOnly: boolean;
}

const PRESETS: Readonly<Record<CspBuilding['preset'], string>> = {
  // https://web.dev/articles/strict-csp, with frames and forms closed.
  strict:
    "script-src 'nonce-{RANDOM}' 'strict-dynamic' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; form-action 'self'",
  'same-origin':
    "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'; form-action 'self'; upgrade-insecure-requests",
  // OWASP REST Security Cheat Sheet.
  api: "default-src 'none'; frame-ancestors 'none'",
  empty: '',
};

/** CSP Level 3 §3.3. */
const NOT_IN_META = new Set(['frame-ancestors', 'report-uri', 'sandbox']);

/** Directives of a caller: of a policy, or one on each line. */
function readDirectives(text: string): readonly Directive[] {
  const { directives, repeated } = parsePolicy(text.replace(/[\r\n]+/g, ';'));
  const [again] = repeated;
  if (again !== undefined) throw new ContentFault(`directive ${JSON.stringify(again)} must come once`);
  for (const { name, values } of directives) {
    if (!isKnownDirective(name))
      throw new ContentFault(
        `${JSON.stringify(name.slice(0, 80))} is not a directive of a Content Security Policy; write such as img-src 'self' https://cdn.example.com`,
      );
    const strange = values.find((value) => !/^[!-~]+$/.test(value) || /[,"\\]/.test(value));
    if (strange !== undefined)
      throw new ContentFault(
        `a value must be of ASCII characters without commas, double quotes and backslashes, got ${JSON.stringify(strange.slice(0, 80))}`,
      );
  }
  return directives.map(({ name, values }) => ({
    name,
    values: name.startsWith('report-') ? values : values.map(quoted),
  }));
}

const KEYWORD =
  /^(?:self|none|unsafe-inline|unsafe-eval|unsafe-hashes|wasm-unsafe-eval|strict-dynamic|report-sample|nonce-.+|sha(?:256|384|512)-.+)$/i;

/** Keywords, nonces and hashes have single quotes, which people leave out. */
const quoted = (value: string): string => (KEYWORD.test(value) ? `'${value}'` : value);

/** A policy from a preset and the caller's directives, which take the place of those of the preset. Throws ContentFault. */
export function buildPolicy(text: string, rules: CspBuilding): string {
  const own = readDirectives(text);
  const directives = new Map(
    parsePolicy(PRESETS[rules.preset]).directives.map((directive) => [directive.name, directive]),
  );
  const isMeta = rules.format === 'meta';
  if (isMeta) for (const name of NOT_IN_META) directives.delete(name);
  for (const directive of own) directives.set(directive.name, directive);
  if (rules.reportUri !== '') directives.set('report-uri', { name: 'report-uri', values: [rules.reportUri] });
  const ignored = isMeta ? [...directives.keys()].find((name) => NOT_IN_META.has(name)) : undefined;
  if (ignored !== undefined) throw new ContentFault(`browsers ignore ${ignored} in a meta element`);
  if (isMeta && rules.reportOnly) throw new ContentFault('browsers ignore a meta element that only reports');
  if (directives.size === 0) throw new ContentFault('it has no directives');
  return written(writePolicy([...directives.values()]), rules);
}

function written(policy: string, { format, reportOnly }: CspBuilding): string {
  const name = `Content-Security-Policy${reportOnly ? '-Report-Only' : ''}`;
  switch (format) {
    case 'policy':
      return policy;
    case 'header':
      return `${name}: ${policy}`;
    case 'meta':
      return `<meta http-equiv="${name}" content="${policy.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
    case 'nginx':
      return `add_header ${name} "${policy}" always;`;
    case 'apache':
      // mod_headers: a percent sign begins a variable.
      return `Header always set ${name} "${policy.replaceAll('%', '%%')}"`;
    case 'caddy':
      return `header ${name} "${policy}"`;
  }
}
