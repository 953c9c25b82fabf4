import { readHex } from '../bytes/byte-text.js';
import { ContentFault, LimitFault } from '../faults.js';

const MAX_PACKETS = 20_000;

/** A line of a dump with its offset: of tcpdump, Wireshark, xxd, hexdump and text2pcap. */
const DUMP_LINE = /^\s*(?:0x)?([0-9a-f]{4,8})(?::|(?=\s))\s+((?:[0-9a-f]{2}){1,2}(?=\s|$).*)$/i;

/**
 * Packets as text: dumps, of which each starts again at offset 0, with any lines between them; or plain hexadecimal digits, of which
 * blocks with empty lines between are packets of their own. Throws ContentFault where there are none, LimitFault.
 */
export function readHexPackets(text: string): Buffer[] {
  const packets = dumpedPackets(text);
  const found =
    packets.length > 0
      ? packets
      : text
          .split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/)
          .filter((block) => block.trim() !== '')
          .map((block) => Buffer.from(readHex(block.trim())));
  if (found.length === 0) throw new ContentFault('it has no bytes');
  if (found.length > MAX_PACKETS) throw new LimitFault(`it has more than ${MAX_PACKETS} packets`, MAX_PACKETS);
  return found;
}

function dumpedPackets(text: string): Buffer[] {
  const packets: string[][] = [];
  let expected = -1;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, offset, cells] = DUMP_LINE.exec(line.slice(0, 1_000)) ?? [];
    if (offset === undefined || cells === undefined) continue;
    const at = Number.parseInt(offset, 16);
    if (at === 0) {
      packets.push([]);
      expected = 0;
    }
    if (at !== expected) {
      if (packets.length === 0) return [];
      throw new ContentFault(
        `packet ${packets.length} has offset ${offset} where ${expected.toString(16).padStart(4, '0')} is expected`,
      );
    }
    const digits = digitsOf(cells);
    packets.at(-1)?.push(digits);
    expected += digits.length / 2;
  }
  return packets.map((lines) => Buffer.from(lines.join(''), 'hex'));
}

/** The digits of a line without the letters behind them, which stand after a gap. */
function digitsOf(cells: string): string {
  const groups: string[] = [];
  let bytes = 0;
  for (const [, gap = '', group = ''] of cells.matchAll(/(\s*)(\S+)/g)) {
    // Some dumps have a gap in the middle.
    const isGap = gap.length > (bytes === 8 ? 2 : 1);
    if (bytes >= 32 || (isGap && bytes > 0) || !/^(?:[0-9a-f]{2}){1,2}$/i.test(group)) break;
    groups.push(group);
    bytes += group.length / 2;
  }
  return groups.join('');
}
