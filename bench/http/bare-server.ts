/** The peer: what a tool server costs without isolation. A bare `node:http` server that parses, computes and answers in-process. */

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RunBody {
  readonly input?: string;
  readonly options?: { readonly key?: string };
  readonly files?: readonly { readonly name: string; readonly base64: string }[];
}

/** A stored ZIP of one file, written the plain way. */
function storedZip(name: string, bytes: Buffer, crc: number): Buffer {
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(crc, 14);
  local.writeUInt32LE(bytes.length, 18);
  local.writeUInt32LE(bytes.length, 22);
  local.writeUInt16LE(title.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  local.copy(central, 6, 4, 30);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + title.length, 12);
  end.writeUInt32LE(30 + title.length + bytes.length, 16);
  return Buffer.concat([local, title, bytes, central, title, end]);
}

const { crc32 } = (await import('node:zlib')) as unknown as { crc32(bytes: Buffer): number };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as RunBody;
    const first = body.files?.[0];
    let answer: string;
    if (first === undefined) {
      const text = createHmac('sha256', body.options?.key ?? '')
        .update(body.input ?? '')
        .digest('hex');
      answer = JSON.stringify({ tool: 'hmac-generator', result: { text, files: [] } });
    } else {
      const bytes = Buffer.from(first.base64, 'base64');
      const zip = storedZip(first.name, bytes, crc32(bytes));
      const file = { name: 'archive.zip', mime: 'application/zip', bytes: zip.length, base64: zip.toString('base64') };
      answer = JSON.stringify({ tool: 'create-zip', result: { text: null, files: [file] } });
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
