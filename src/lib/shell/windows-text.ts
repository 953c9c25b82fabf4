/**
 * A command as it is written for cmd.exe or PowerShell, in the quotes of a POSIX shell; a text without their signs comes back as it is.
 *
 * For cmd.exe, `^` takes the meaning of the next character, and a line break after it; developer tools of browsers write `^"` around
 * arguments, older ones `"` with the carets inside. Quotes are those of the C runtime of Windows: a backslash counts before a quote only.
 * For PowerShell, a backtick ends a line that goes on.
 */
export function posixText(text: string): string {
  if (/\\\r?\n/.test(text)) return text;
  if (/\^\r?\n|\^"/.test(text)) return fromCmd(text);
  return text.replace(/`(\r?\n)/g, '\\$1');
}

interface Uncareted {
  readonly text: string;
  /** 1 where a character of `text` stands for itself, whatever it is. */
  readonly isTaken: Uint8Array;
}

/** Carets resolved: `^` and a line break is a space, with a second line break behind it that one. */
function withoutCarets(text: string): Uncareted {
  // In quotes typed by hand, `a^b` has its caret.
  const caret = text.includes('^"') ? /\^(?:(\r?\n(?:\r?\n)?)|(\S))/g : /\^(?:(\r?\n(?:\r?\n)?)|([^\w\s]))/g;
  const isTaken = new Uint8Array(text.length);
  const parts: string[] = [];
  let [from, length] = [0, 0];
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const { 0: whole, 1: breaks, 2: next = '', index } of text.matchAll(caret)) {
    add(text.slice(from, index));
    if (breaks === undefined) isTaken[length] = 1;
    add(breaks === undefined ? next : /\n\r?\n/.test(breaks) ? '\n' : ' ');
    from = index + whole.length;
  }
  add(text.slice(from));
  return { text: parts.join(''), isTaken };
}

function fromCmd(command: string): string {
  const { text, isTaken } = withoutCarets(command);
  const parts: string[] = [];
  let word = '';
  let isQuoted = false;
  const endWord = (): void => {
    if (word !== '') parts.push(`'${word.replaceAll("'", "'\\''")}'`);
    word = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') {
      let end = at;
      while (text.charAt(end) === '\\') end++;
      const isBeforeQuote = text.charAt(end) === '"';
      word += '\\'.repeat(isBeforeQuote ? Math.floor((end - at) / 2) : end - at);
      const isLiteral = isBeforeQuote && (end - at) % 2 === 1;
      if (isLiteral) word += '"';
      at = isLiteral ? end : end - 1;
    } else if (character === '"' && isQuoted && text.charAt(at + 1) === '"') {
      word += '"';
      at++;
    } else if (character === '"') {
      isQuoted = !isQuoted;
      endWord();
      parts.push("''");
    } else if (isQuoted || isTaken[at] === 1 || !/[\s|&]/.test(character)) word += character;
    else {
      endWord();
      parts.push(character);
    }
  }
  endWord();
  return parts.join('');
}
