import { invalid, quote } from '../../core/errors.js';

/** The option of each renderer that names the package or namespace. */
const NAMESPACES: Readonly<Record<string, string>> = {
  go: 'package',
  java: 'package',
  csharp: 'namespace',
  kotlin: 'package',
  ruby: 'namespace',
  cpp: 'namespace',
};

/** What each library is called by the renderers, by language. */
const LIBRARIES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string | boolean>>>>>> = {
  pydantic: { python: { 'pydantic-base-model': true } },
  lombok: { java: { lombok: true } },
  newtonsoft: { csharp: { framework: 'NewtonSoft' } },
  'system-text-json': { csharp: { framework: 'SystemTextJson' } },
  jackson: { kotlin: { framework: 'jackson' } },
  klaxon: { kotlin: { framework: 'klaxon' } },
  kotlinx: { kotlin: { framework: 'kotlinx' } },
  freezed: { dart: { 'use-freezed': true } },
  'json-annotation': { dart: { 'use-json-annotation': true } },
};

interface RendererChoice {
  readonly language: string;
  readonly namespace: string;
  readonly library: string;
  readonly readonly: boolean;
}

/** Options of the renderer. Throws INVALID_INPUT where the language has none of them. */
export function rendererOptions({
  language,
  namespace,
  library,
  readonly,
}: RendererChoice): Record<string, string | boolean> {
  const chosen: Record<string, string | boolean> = {};
  if (namespace !== '') {
    const option = NAMESPACES[language];
    if (option === undefined) throw invalid(`Option "namespace" must be empty for ${quote(language)}`);
    if (!/^[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*$/.test(namespace))
      throw invalid('Option "namespace" must be names with "." or "::" between them');
    chosen[option] = namespace;
  }
  if (library !== 'auto') {
    const options = LIBRARIES[library]?.[language];
    if (options === undefined)
      throw invalid(`Option "library" must be one for ${quote(language)}, got ${quote(library)}`);
    Object.assign(chosen, options);
  }
  if (readonly) {
    if (language !== 'typescript' && language !== 'flow')
      throw invalid(`Option "readonly" must be false for ${quote(language)}`);
    chosen.readonly = true;
  }
  return chosen;
}
