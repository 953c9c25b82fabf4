/** The five classes of tools. A class decides every general limit of a run. */
export type ToolClass = 'standard' | 'native' | 'model' | 'network' | 'voice';

export interface ClassLimits {
  /** Largest request body in bytes. */
  readonly requestBytes: number;
  /** Largest sum of decoded input files in bytes. */
  readonly filesBytes: number;
  /** Largest single output file in bytes. */
  readonly outputFileBytes: number;
  /** Largest sum of output files in bytes. */
  readonly outputFilesBytes: number;
  /** Largest response body in bytes. */
  readonly resultBytes: number;
  /** Longest run; a network tool states its own, at most this. */
  readonly timeoutSeconds: number;
  /** Resident memory of the tool process at which a run is ended, in bytes. Chosen: see docs/decisions/0001. */
  readonly memoryBytes: number;
}

const MIB = 2 ** 20;

const small = {
  requestBytes: 8 * MIB,
  filesBytes: 5 * MIB,
  outputFileBytes: 5 * MIB,
  outputFilesBytes: 5 * MIB,
  resultBytes: 8 * MIB,
  memoryBytes: 1024 * MIB,
};

const large = {
  requestBytes: 30 * MIB,
  filesBytes: 20 * MIB,
  outputFileBytes: 20 * MIB,
  outputFilesBytes: 30 * MIB,
  resultBytes: 30 * MIB,
  memoryBytes: 2048 * MIB,
};

export const CLASS_LIMITS: Readonly<Record<ToolClass, ClassLimits>> = {
  standard: { ...small, timeoutSeconds: 12 },
  native: { ...large, timeoutSeconds: 90 },
  model: { ...large, timeoutSeconds: 90 },
  network: { ...small, timeoutSeconds: 60 },
  voice: { ...large, timeoutSeconds: 180 },
};

/**
 * The limits of one run: those of its class, with the ones on bytes raised where `maxBytes` is more. Time and memory stay, and so do limits
 * that a tool sets itself.
 */
export function limitsOf(toolClass: ToolClass, maxBytes = 0): ClassLimits {
  const limits = CLASS_LIMITS[toolClass];
  if (maxBytes <= limits.filesBytes) return limits;
  // As base64, and the text around it.
  const bodyBytes = Math.ceil(maxBytes / 3) * 4 + MIB;
  return {
    ...limits,
    requestBytes: Math.max(limits.requestBytes, bodyBytes),
    filesBytes: maxBytes,
    outputFileBytes: Math.max(limits.outputFileBytes, maxBytes),
    outputFilesBytes: Math.max(limits.outputFilesBytes, maxBytes),
    resultBytes: Math.max(limits.resultBytes, bodyBytes),
  };
}

/** Longest `input` of every tool, in Unicode code points. */
export const INPUT_CHARACTERS = 1_000_000;
/** Longest file name, in Unicode code points. */
export const FILE_NAME_CHARACTERS = 200;
/** Longest `mime`, in Unicode code points. */
export const FILE_MIME_CHARACTERS = 150;
/** Most files that any tool takes. */
export const MAX_FILES = 20;
/** Deepest nesting of a request body. */
export const JSON_DEPTH = 64;

/** Runs at once, in all and by lane. A model run is not counted among the native ones. */
export const SLOTS = { all: 4, native: 2, model: 1 } as const;

/** The lane a class is counted in besides the total, if any. */
export function laneOf(toolClass: ToolClass): 'native' | 'model' | undefined {
  if (toolClass === 'native') return 'native';
  if (toolClass === 'model' || toolClass === 'voice') return 'model';
  return undefined;
}
