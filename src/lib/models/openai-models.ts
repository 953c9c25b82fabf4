/** Which encoding OpenAI's models read text with, and the special tokens of each encoding. */

export const ENCODING_NAMES = [
  'o200k_base',
  'o200k_harmony',
  'cl100k_base',
  'p50k_base',
  'p50k_edit',
  'r50k_base',
  'gpt2',
] as const;

export type EncodingName = (typeof ENCODING_NAMES)[number];

/** The day to which the table of models is complete. */
export const MODELS_AS_OF = '2026-08-16';

/** Every name that gpt-tokenizer 4.0.0 maps, of that day, and older ones of tiktoken. A name with a dash at its end stands for all that begin with it; the first that fits counts. */
const MODELS: Readonly<Record<EncodingName, readonly string[]>> = {
  o200k_harmony: ['gpt-oss-20b', 'gpt-oss-120b', 'gpt-oss-'],
  o200k_base: [
    ...['gpt-5', 'gpt-5-', 'gpt-4.5-', 'gpt-4.1', 'gpt-4.1-', 'gpt-4o', 'gpt-4o-', 'chatgpt-4o-', 'ft:gpt-4o'],
    ...['o1', 'o1-', 'o3', 'o3-', 'o4-mini', 'o4-mini-'],
  ],
  cl100k_base: [
    ...[
      'gpt-4',
      'gpt-4-',
      'gpt-3.5-turbo',
      'gpt-3.5',
      'gpt-3.5-0301',
      'gpt-35-turbo',
      'gpt-3.5-turbo-',
      'gpt-35-turbo-',
    ],
    ...['ft:gpt-4', 'ft:gpt-3.5-turbo', 'ft:davinci-002', 'ft:babbage-002', 'davinci-002', 'babbage-002'],
    ...['text-embedding-ada-002', 'text-embedding-3-small', 'text-embedding-3-large'],
  ],
  p50k_base: [
    ...['text-davinci-003', 'text-davinci-002', 'code-davinci-002', 'code-davinci-001'],
    ...['code-cushman-002', 'code-cushman-001', 'davinci-codex', 'cushman-codex'],
  ],
  p50k_edit: ['text-davinci-edit-001', 'code-davinci-edit-001'],
  r50k_base: [
    ...['text-davinci-001', 'text-curie-001', 'text-babbage-001', 'text-ada-001', 'davinci', 'curie', 'babbage', 'ada'],
    ...['text-similarity-', 'text-search-', 'code-search-'],
  ],
  gpt2: ['gpt2', 'gpt-2'],
};

/** Models that people ask for by name, for search terms and notes: those of the two encodings in use. */
export const MODELS_IN_USE = {
  o200k_base: ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4o', 'gpt-4o-mini', 'o1', 'o3', 'o4-mini'],
  cl100k_base: ['gpt-4', 'gpt-4-turbo', 'gpt-3.5-turbo', 'text-embedding-3-small', 'text-embedding-3-large'],
} as const satisfies Partial<Record<EncodingName, readonly string[]>>;

/** The encoding of a model by its name; a dated, fine-tuned or `-mini` name counts as its family. `undefined` where it is not known. */
export function encodingOfModel(model: string): EncodingName | undefined {
  const name = model.trim().toLowerCase();
  const exact = ENCODING_NAMES.find((encoding) => MODELS[encoding].includes(name));
  if (exact !== undefined) return exact;
  const isPrefix = (known: string): boolean =>
    (known.endsWith('-') || known.startsWith('ft:')) && name.startsWith(known);
  return ENCODING_NAMES.find((encoding) => MODELS[encoding].some(isPrefix));
}

/** Ids 200013 to 201087 of o200k_harmony are reserved, but for one that it has from o200k_base. */
const RESERVED = Array.from({ length: 201_088 - 200_013 }, (_, i) => 200_013 + i).filter((id) => id !== 200_018);

const reserved = (id: number): readonly [string, number] => [`<|reserved_${id}|>`, id];

const O200K = [
  ['<|endoftext|>', 199_999],
  ['<|endofprompt|>', 200_018],
] as const;
const R50K = [['<|endoftext|>', 50_256]] as const;

/** Special tokens and their ids: those of gpt-tokenizer and of tiktoken's `openai_public.py`. */
export const SPECIAL_TOKENS: Readonly<Record<EncodingName, ReadonlyMap<string, number>>> = {
  gpt2: new Map(R50K),
  r50k_base: new Map(R50K),
  p50k_base: new Map(R50K),
  p50k_edit: new Map<string, number>([
    ...R50K,
    ['<|fim_prefix|>', 50_281],
    ['<|fim_middle|>', 50_282],
    ['<|fim_suffix|>', 50_283],
  ]),
  cl100k_base: new Map([
    ['<|endoftext|>', 100_257],
    ['<|fim_prefix|>', 100_258],
    ['<|fim_middle|>', 100_259],
    ['<|fim_suffix|>', 100_260],
    ['<|endofprompt|>', 100_276],
  ]),
  o200k_base: new Map(O200K),
  o200k_harmony: new Map<string, number>([
    ...O200K,
    ['<|startoftext|>', 199_998],
    ['<|return|>', 200_002],
    ['<|constrain|>', 200_003],
    ['<|channel|>', 200_005],
    ['<|start|>', 200_006],
    ['<|end|>', 200_007],
    ['<|message|>', 200_008],
    ['<|call|>', 200_012],
    ...[200_000, 200_001, 200_004, 200_009, 200_010, 200_011, ...RESERVED].map(reserved),
  ]),
};
