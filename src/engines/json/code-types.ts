import { overLimit } from '../../core/errors.js';

export interface CodeRequest {
  readonly language: string;
  /** Name of the outermost type. */
  readonly name: string;
  /** The types alone, without code that reads and writes JSON. */
  readonly typesOnly: boolean;
  readonly optional: boolean;
}

/** Deepest nesting: the time that the package takes grows fast beyond it. */
export const CODE_DEPTH = 50;

/** Types of JSON samples in a programming language: file names and their contents. The samples must be JSON. */
export async function typesFromJson(
  samples: readonly string[],
  request: CodeRequest,
): Promise<ReadonlyMap<string, string>> {
  const { InputData, jsonInputForTargetLanguage, quicktypeMultiFileSync } = await import('quicktype-core');
  const lang = request.language as 'typescript';
  const source = jsonInputForTargetLanguage(lang);
  source.addSourceSync({ name: request.name, samples: [...samples] });
  const inputData = new InputData();
  inputData.addInput(source);
  try {
    const files = quicktypeMultiFileSync({
      inputData,
      lang,
      allPropertiesOptional: request.optional,
      rendererOptions: { 'just-types': request.typesOnly },
    });
    return new Map(Array.from(files, ([name, { lines }]) => [name, lines.join('\n')]));
  } catch (error) {
    // The stack's end: types within types.
    if (error instanceof RangeError) throw overLimit('The types of the JSON are nested too deep');
    throw error;
  }
}
