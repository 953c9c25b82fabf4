/** Texts of Compose files that say several things at once: ports, volumes, times and sizes. */

/** A range of ports; `first` and `last` are the same for one. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

export interface Port {
  /** Empty for all addresses. */
  readonly address: string;
  /** `undefined`: the engine chooses. */
  readonly host: PortRange | undefined;
  readonly container: PortRange;
  readonly protocol: string;
}

/** Reads `127.0.0.1:8000-8010:80/tcp`; a text that says what is wrong where it cannot be read. */
export function readPort(text: string): Port | string {
  const parts = /^(?:(\[[0-9a-f:.%]*\]|[^:[\]]*):)?(?:([^:[\]]*):)?([^:[\]/]+)(?:\/([A-Za-z]+))?$/i.exec(text);
  if (parts === null) return 'must be [address:][host:]container[/protocol]';
  const [, one, two, inside = '', protocol = 'tcp'] = parts;
  const address = two === undefined ? '' : (one ?? '');
  const outside = two === undefined ? one : two;
  if (address !== '' && !isAddress(address)) return 'must have an IP address before its ports';
  if (!/^(?:tcp|udp|sctp)$/i.test(protocol)) return 'must have tcp, udp or sctp as its protocol';
  const container = readRange(inside);
  const host = outside === undefined || outside === '' ? undefined : readRange(outside);
  if (container === undefined || (host === undefined && outside !== undefined && outside !== ''))
    return 'must have ports from 0 to 65535';
  const length = container.last - container.first;
  if (host !== undefined && length !== host.last - host.first && length !== 0)
    return 'must have as many ports of the host as of the container';
  return { address, host, container, protocol: protocol.toLowerCase() };
}

/** `10.0.0.0/24`, `fd00::/64`. */
export function isSubnet(text: string): boolean {
  const [, address = '', length = ''] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  const isFour = !address.includes(':') && isAddress(address);
  const isSix = /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(address);
  return (isFour && Number(length) <= 32) || (isSix && Number(length) <= 128);
}

const isAddress = (text: string): boolean =>
  text.startsWith('[')
    ? /^\[[0-9a-f:.]+(?:%\w+)?\]$/i.test(text)
    : /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/.test(text);

export function readRange(text: string): PortRange | undefined {
  const [, first = '', last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (first === '' || Number(last) > 65_535 || Number(first) > Number(last)) return undefined;
  return { first: Number(first), last: Number(last) };
}

export interface Mount {
  /** Empty where only a place in the container is named. */
  readonly source: string;
  readonly target: string;
  /** Options that are unknown. */
  readonly unknown: readonly string[];
  readonly isNamed: boolean;
}

const MODES =
  /^(?:ro|rw|z|Z|nocopy|consistent|cached|delegated|r?shared|r?slave|r?private|copy|volume-nocopy|subpath=.*)$/;

/** Reads `./data:/data:ro`; a text that says what is wrong where it cannot be read. */
export function readMount(text: string): Mount | string {
  // The letter of a drive is no part of its own.
  const parts = text
    .replace(/(^|:)([A-Za-z]):(?=[\\/])/g, '$1$2\u0000')
    .split(':')
    .map((part) => part.replace('\u0000', ':'));
  if (parts.length > 3) return 'must be [source:]target[:options]';
  if (parts.some((part) => part === '')) return 'must have no empty part between its colons';
  const [first = '', second, third] = parts;
  const isMode =
    second !== undefined && third === undefined && second.split(',').every((mode) => MODES.test(mode)) && isPath(first);
  const target = second === undefined || isMode ? first : second;
  const source = second === undefined || isMode ? '' : first;
  const modes = (isMode ? second : (third ?? '')).split(',').filter((mode) => mode !== '');
  return {
    source,
    target,
    unknown: modes.filter((mode) => !MODES.test(mode)),
    isNamed: source !== '' && !isPath(source),
  };
}

/** A path of the host or of a container, not the name of a volume. */
const isPath = (text: string): boolean => /^(?:[./~\\]|[A-Za-z]:[\\/])/.test(text);

/** `1m30s`, `1.5h`, `500ms`; since Compose 2 days and weeks too. */
export const isDuration = (text: string): boolean =>
  text === '0' || /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w))+$/.test(text);

/** `512m`, `1.5gb`, `1024`. */
export const isByteSize = (text: string): boolean => /^-1$|^\d+(?:\.\d+)?\s*(?:[kmgtp]?i?b?)$/i.test(text);
