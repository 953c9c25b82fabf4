import { ContentFault } from '../faults.js';

/** Reads a packet from the front, the highest byte first. Throws ContentFault where it is cut off. */
export class PacketBytes {
  offset = 0;

  constructor(readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.offset;
  }

  slice(length: number): Buffer {
    if (length > this.left) throw new ContentFault(`cut off: ${length} bytes expected, ${this.left} left`);
    const start = this.offset;
    this.offset += length;
    return this.bytes.subarray(start, this.offset);
  }

  u8(): number {
    return this.slice(1).readUInt8();
  }

  u16(): number {
    return this.slice(2).readUInt16BE();
  }

  u24(): number {
    return this.slice(3).readUIntBE(0, 3);
  }

  u32(): number {
    return this.slice(4).readUInt32BE();
  }

  rest(): Buffer {
    return this.slice(this.left);
  }

  /** What follows a length of 1, 2 or 3 bytes. */
  counted(size: 1 | 2 | 3): Buffer {
    return this.slice(size === 1 ? this.u8() : size === 2 ? this.u16() : this.u24());
  }

  hex(length: number): string {
    return this.slice(length).toString('hex');
  }
}

/** What one protocol says in a packet. */
export interface PacketLayer {
  readonly protocol: string;
  /** In one line. */
  readonly info: string;
  /** Values of JSON. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where this layer cannot be read any further. */
  readonly fault?: string;
}

/** A layer, and what it carries. */
export interface ReadLayer extends PacketLayer {
  readonly next?: { readonly protocol: Protocol; readonly bytes: Buffer; readonly flow?: Flow } | undefined;
}

/** Of what IP carries: for checksums and for names of ports. */
export interface Flow {
  readonly source: Buffer;
  readonly destination: Buffer;
  /** It is whole, so that its checksum can be told. */
  readonly isWhole: boolean;
  readonly sourcePort?: number;
  readonly destinationPort?: number;
}

export type Protocol =
  | 'ethernet'
  | 'sll'
  | 'sll2'
  | 'loopback'
  | 'arp'
  | 'ip'
  | 'ipv4'
  | 'ipv6'
  | 'tcp'
  | 'udp'
  | 'icmp'
  | 'icmpv6'
  | 'dns'
  | 'dnsOverTcp'
  | 'tls'
  | 'http'
  | 'dhcp'
  | 'ntp'
  | 'data';

/** Sum of the internet: RFC 1071. 0 for bytes whose own checksum is right. */
export function internetSum(parts: readonly Buffer[]): number {
  let sum = 0;
  for (const part of parts) {
    for (let at = 0; at + 1 < part.length; at += 2) sum += part.readUInt16BE(at);
    if (part.length % 2 === 1) sum += (part.at(-1) ?? 0) << 8;
  }
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x10000);
  return 0xffff ^ sum;
}
