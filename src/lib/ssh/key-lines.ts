/** Lines of authorized_keys, known_hosts and `.pub` files: sshd(8), "AUTHORIZED_KEYS FILE FORMAT" and "SSH_KNOWN_HOSTS FILE FORMAT". */

export interface KeyLine {
  /** From 1. */
  readonly line: number;
  readonly type: string;
  readonly blob: Uint8Array;
  readonly comment: string;
  /** Of authorized_keys; a name without a value has an empty one. */
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** Of known_hosts: names, addresses and patterns, or one hash. */
  readonly hosts: readonly string[];
  /** Of known_hosts: `@cert-authority` or `@revoked`; empty for none. */
  readonly marker: string;
}

export interface BadLine {
  readonly line: number;
  readonly fault: string;
}

const TYPE = /^(?:ssh-(?:rsa|dss|ed25519|ed448)|ecdsa-sha2-\S+|sk-\S+@openssh\.com|\S+-cert-v01@openssh\.com)$/;

const OPTION_NAMES: ReadonlySet<string> = new Set([
  ...['agent-forwarding', 'cert-authority', 'command', 'environment', 'expiry-time', 'from', 'no-agent-forwarding'],
  ...['no-port-forwarding', 'no-pty', 'no-touch-required', 'no-user-rc', 'no-x11-forwarding', 'permitlisten'],
  ...['permitopen', 'port-forwarding', 'principals', 'pty', 'restrict', 'touch-required', 'tunnel', 'user-rc'],
  ...['verify-required', 'x11-forwarding'],
]);

/** Most lines that are read. */
const MAX_LINES = 10_000;

/** The keys of a text, and the lines that are none although they are not empty or comments. */
export function readKeyLines(text: string): { readonly keys: readonly KeyLine[]; readonly bad: readonly BadLine[] } {
  const keys: KeyLine[] = [];
  const bad: BadLine[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/, MAX_LINES).entries()) {
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) continue;
    const read = readLine(index + 1, content);
    if ('fault' in read) bad.push(read);
    else keys.push(read);
  }
  return { keys, bad };
}

function readLine(line: number, content: string): KeyLine | BadLine {
  const fields = fieldsOf(content);
  const at = fields.findIndex(({ text }) => TYPE.test(text));
  const [type, blob] = [fields[at], fields[at + 1]];
  if (at < 0 || at > 2) return { line, fault: 'it has no key type such as ssh-ed25519' };
  if (type === undefined || blob === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(blob.text))
    return { line, fault: `after ${type?.text} it has no key in base64` };
  const before = fields.slice(0, at).map(({ text }) => text);
  const [first = ''] = before;
  const marker = first.startsWith('@') ? first : '';
  const names = before.at(marker === '' ? 0 : 1) ?? '';
  const hasOptions = marker === '' && names !== '' && isOptions(names);
  return {
    line,
    type: type.text,
    blob: Buffer.from(blob.text, 'base64'),
    comment: content.slice(blob.end).trim(),
    options: hasOptions ? optionsOf(names) : [],
    hosts: hasOptions || names === '' ? [] : names.split(','),
    marker,
  };
}

interface Field {
  readonly text: string;
  readonly end: number;
}

/** The first five fields: apart by blanks, but not by those in double quotes. A quote that is not closed ends with the line. */
function fieldsOf(content: string): Field[] {
  const fields: Field[] = [];
  for (const match of content.matchAll(/(?:"(?:\\.|[^"\\])*(?:"|\\?$)|[^\s"])+/g)) {
    fields.push({ text: match[0], end: match.index + match[0].length });
    if (fields.length === 5) break;
  }
  return fields;
}

const isOptions = (text: string): boolean => {
  const [, name = ''] = /^([A-Za-z0-9-]+)(?:[=,]|$)/.exec(text) ?? [];
  return OPTION_NAMES.has(name.toLowerCase());
};

const optionsOf = (text: string): { readonly name: string; readonly value: string }[] =>
  [...text.matchAll(/([^=,"]+)(?:="((?:\\.|[^"\\])*)")?/g)].map(([, name = '', value = '']) => ({
    name,
    value: value.replaceAll('\\"', '"'),
  }));
