import type { Options } from 'quicktype-core';

import { invalid, overLimit } from '../../core/errors.js';

export interface CodeRequest {
  readonly language: string;
  /** Name of the outermost type. */
  readonly name: string;
  /** The types alone, without code that reads and writes JSON. */
  readonly typesOnly: boolean;
  readonly optional: boolean;
  /** Options of the package's renderer, by its names. */
  readonly renderer: Readonly<Record<string, string | boolean>>;
}

/** What the types are made from. */
export type CodeSource =
  | { readonly samples: readonly string[] }
  /** A JSON Schema, and how messages name it. */
  | { readonly schema: string; readonly label: string };

/** Deepest nesting: the time that the package takes grows fast beyond it. */
export const CODE_DEPTH = 50;

type Package = typeof import('quicktype-core');

/** Types of JSON samples or of a JSON Schema in a programming language: file names and their contents. Both must be JSON. */
export async function typesFromJson(source: CodeSource, request: CodeRequest): Promise<ReadonlyMap<string, string>> {
  const quicktype = await import('quicktype-core');
  const inputData = new quicktype.InputData();
  try {
    if ('samples' in source) {
      const input = quicktype.jsonInputForTargetLanguage(request.language as 'typescript');
      input.addSourceSync({ name: request.name, samples: [...source.samples] });
      inputData.addInput(input);
    } else {
      // Without a store nothing is fetched: references lead to parts of the schema only.
      const input = new quicktype.JSONSchemaInput(undefined);
      await input.addSource({ name: request.name, schema: source.schema });
      inputData.addInput(input);
    }
    // A text of digits is never meant to be a number.
    const files = await quicktype.quicktypeMultiFile({
      inputData,
      lang: languageOf(quicktype, request),
      allPropertiesOptional: request.optional,
      inferIntegerStrings: false,
      inferBooleanStrings: false,
      rendererOptions: { ...request.renderer, 'just-types': request.typesOnly } as Options['rendererOptions'] & object,
    });
    return new Map(Array.from(files, ([name, { lines }]) => [name, lines.join('\n')]));
  } catch (error) {
    // The stack's end: types within types.
    if (error instanceof RangeError) throw overLimit('The types of the JSON are nested too deep');
    if (error instanceof quicktype.QuickTypeError && 'label' in source)
      throw invalid(`Cannot use ${source.label} as a JSON Schema: ${schemaFault(error)}`, error);
    throw error;
  }
}

/** The package's own words, without what it does not know. */
const schemaFault = ({ errorMessage, properties }: { readonly errorMessage: string; readonly properties: object }) => {
  const said = /fetch|schema store|additional/i.test(errorMessage)
    ? 'a reference leads out of it, and nothing is fetched'
    : errorMessage;
  const ref = (properties as { ref?: unknown }).ref;
  const place = ref === undefined || said !== errorMessage ? '' : ` at ${String(ref).slice(0, 80)}`;
  return `${said.charAt(0).toLowerCase()}${said.slice(1)}${place}`;
};

/** Languages whose names of types, and of members in Go, must begin with a capital, which scripts such as Chinese lack. */
const CAPITALS: Readonly<Record<string, { readonly prefix: string; readonly members: boolean }>> = {
  python: { prefix: 'Type', members: false },
  ruby: { prefix: 'Type', members: false },
  go: { prefix: 'X', members: true },
};

/** What is changed of a renderer: it gives names to types and members. */
interface RendererNames {
  makeNamedTypeNamer(): InstanceType<Package['Namer']>;
  namerForObjectProperty(...of: readonly unknown[]): InstanceType<Package['Namer']> | null;
}

function languageOf(
  { languageNamed, Namer }: Package,
  { language: name, typesOnly }: CodeRequest,
): ReturnType<Package['languageNamed']> {
  // The package has one object a language: what is changed here is a copy's.
  const language = Object.create(languageNamed(name as 'typescript')) as ReturnType<Package['languageNamed']>;
  // Which types dates, times and the like have in the language: none where they are the texts that JSON holds.
  if (typesOnly) Object.defineProperty(language, 'stringTypeMapping', { value: new Map() });
  const rule = CAPITALS[name];
  if (rule === undefined) return language;
  const capital = <Made extends InstanceType<Package['Namer']> | null>(namer: Made): Made => {
    if (namer === null) return namer;
    const style = (raw: string): string => {
      const styled = namer.nameStyle(raw);
      return /^\p{Lu}/u.test(styled) ? styled : `${rule.prefix}${styled}`;
    };
    return new Namer(namer.name, style, namer.prefixes) as Made;
  };
  const { makeRenderer } = language as unknown as { makeRenderer: (...given: readonly unknown[]) => unknown };
  const make = makeRenderer.bind(language);
  const changed = (...given: readonly unknown[]): unknown => {
    const renderer = make(...given) as RendererNames;
    const types = renderer.makeNamedTypeNamer.bind(renderer);
    const members = renderer.namerForObjectProperty.bind(renderer);
    // One for a renderer: names are told apart by the namer they come from.
    let typeNamer: ReturnType<typeof types> | undefined;
    const memberNamers = new Map<unknown, ReturnType<typeof members>>();
    renderer.makeNamedTypeNamer = () => {
      typeNamer ??= capital(types());
      return typeNamer;
    };
    if (rule.members) {
      renderer.namerForObjectProperty = (...of) => {
        const namer = members(...of);
        if (!memberNamers.has(namer)) memberNamers.set(namer, capital(namer));
        return memberNamers.get(namer) ?? null;
      };
    }
    return renderer;
  };
  return Object.assign(language, { makeRenderer: changed });
}
