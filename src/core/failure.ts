/** What may be logged of a failure: its kind and place. Never its message, which may hold what a caller sent, unless it is the operator's. */

/** Of names that code gives: a class, a system error. */
const WORD = /^[A-Za-z_$][\w$]{0,60}$/;
/** A line of V8's stack that names a place in code, and nothing else: https://v8.dev/docs/stack-trace-api */
const FRAME =
  /^ {4}at (?:[\w$.<>#[\] ]{1,120} \()?(?:async )?(?:file:\/\/|node:|wasm:\/\/|\/|<anonymous>|[A-Za-z]:\\)[^()\n]{0,400}\)?$/;
/** Deeper frames are those of Node itself. */
const FRAMES = 12;

/** Something that the operator has set up wrongly. Its message is for the log: it holds what was set, nothing that a caller sent. */
export class SetupFault extends Error {
  override readonly name = 'SetupFault';
}

/** The kind of a failure, its system code where it has one, and the frames of its stack. */
export function describeFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure;
  const kind = failure instanceof SetupFault ? `${failure.name}: ${failure.message}` : failureKind(failure);
  return [kind, ...frames(failure)].join('\n');
}

/** `Error ENOSPC`, `RangeError`: class and code of a failure. */
export function failureKind(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure;
  const { name, code } = failure as Error & { readonly code?: unknown };
  const words = [name, code].filter((word): word is string => typeof word === 'string' && WORD.test(word));
  return words.length === 0 ? 'Error' : words.join(' ');
}

/** A message may have lines that look like frames: the stack is read from behind it. */
function frames({ stack = '', message }: Error): string[] {
  const at = message === '' ? -1 : stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  return rest
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES);
}
