import { ERRORS } from '../core/errors.js';

/** Exit codes of the command: one a class of failure, so that scripts can tell them apart. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  invalidInput: 3,
  unknownTool: 4,
  busy: 5,
  executionFailed: 6,
  timeLimit: 7,
  /** As a shell counts it: 128 and SIGINT. */
  interrupted: 130,
  /** As a shell counts it: 128 and SIGPIPE. */
  brokenPipe: 141,
} as const;

/** The exit code for a run's status. */
export function exitCodeOf(status: number): number {
  if (status === 200) return EXIT.ok;
  if (status === ERRORS.TOOL_NOT_FOUND.status) return EXIT.unknownTool;
  if (status === ERRORS.SERVER_BUSY.status) return EXIT.busy;
  if (status === ERRORS.TIME_LIMIT_EXCEEDED.status) return EXIT.timeLimit;
  return status >= 500 ? EXIT.executionFailed : EXIT.invalidInput;
}

/** A call that cannot be carried out as it is written, or a file that cannot be read or written. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: number = EXIT.usage,
  ) {
    super(message);
  }
}
