import { extname } from 'node:path';

import { overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { decompress } from '../../engines/compression.js';
import { readXml, readXmlFile } from '../../formats/xml-document.js';
import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { ContentFault } from '../../lib/faults.js';
import { type DMARC_POLICIES, readDmarc } from '../../lib/mail/dmarc.js';
import { type DmarcReport, MAX_ROWS, readDmarcReport } from '../../lib/mail/dmarc-report.js';
import { bareRecord, txtStrings } from '../../lib/mail/spf.js';

/** All reports of a run together, unpacked. */
const MAX_XML_BYTES = 30_000_000;
const MAX_ELEMENTS = 1_500_000;

export interface FiledReport {
  /** Name of the upload, with that of the file in it where it is an archive of several. */
  readonly name: string;
  readonly report: DmarcReport;
}

/**
 * The reports in uploads: XML as it is, in gzip or in a ZIP archive, whatever their names say. Throws INVALID_INPUT, LIMIT_EXCEEDED where
 * all together are too much.
 */
export async function reportsIn(uploads: readonly InputFile[], signal: AbortSignal): Promise<FiledReport[]> {
  const reports: FiledReport[] = [];
  const left = { bytes: MAX_XML_BYTES, rows: MAX_ROWS };
  for (const upload of uploads) {
    const label = `file ${quote(upload.name)}`;
    for (const { name, bytes } of await unpacked(upload, label)) {
      signal.throwIfAborted();
      left.bytes -= bytes.length;
      if (left.bytes < 0) throw overLimit(`All reports must have at most ${MAX_XML_BYTES} bytes unpacked`);
      const { text } = await readXmlFile({ ...upload, bytes });
      const report = reportOf(text, label);
      left.rows -= report.rows.length;
      if (left.rows < 0) throw overLimit(`All reports must have at most ${MAX_ROWS} records`);
      reports.push({ name, report });
    }
  }
  return reports;
}

async function unpacked(upload: InputFile, label: string): Promise<{ name: string; bytes: Uint8Array }[]> {
  const { name, bytes } = upload;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return [{ name, bytes: await refusing(`Cannot read ${label}`, () => decompress(bytes, 'gzip', MAX_XML_BYTES)) }];
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [{ name, bytes }];
  return refusing(`Cannot read ${label}`, () => {
    const archive = new ZipArchive(bytes, MAX_XML_BYTES);
    const inside = archive.names.filter((one) => extname(one).toLowerCase() === '.xml');
    if (inside.length === 0) throw new ContentFault('it has no XML file in it');
    return inside.map((one) => ({
      name: inside.length === 1 ? name : `${name}/${one}`,
      bytes: archive.read(one) ?? Buffer.alloc(0),
    }));
  });
}

export const reportOf = (text: string, label: string): DmarcReport =>
  refusing(`Cannot read ${label} as a DMARC report`, () =>
    readDmarcReport(readXml(text, label, { maxElements: MAX_ELEMENTS })),
  );

export interface RecordWishes {
  readonly policy: (typeof DMARC_POLICIES)[number];
  readonly subdomainPolicy: (typeof DMARC_POLICIES)[number] | 'same';
  readonly percent: number;
  readonly rua: string;
  readonly ruf: string;
  readonly alignment: 'relaxed' | 'strict';
}

const listed = (addresses: string): string =>
  addresses
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .map((one) => (/^[a-z]+:/i.test(one) ? one : `mailto:${one}`))
    .join(',');

/** The record for `_dmarc.<domain>`: RFC 7489 §6.3. What has its default is left out. */
export function buildRecord({ policy, subdomainPolicy, percent, rua, ruf, alignment }: RecordWishes): string {
  return [
    'v=DMARC1',
    `p=${policy}`,
    ...(subdomainPolicy === 'same' ? [] : [`sp=${subdomainPolicy}`]),
    ...(alignment === 'strict' ? ['adkim=s', 'aspf=s'] : []),
    ...(percent === 100 ? [] : [`pct=${percent}`]),
    ...(listed(rua) === '' ? [] : [`rua=${listed(rua)}`]),
    ...(listed(ruf) === '' ? [] : [`ruf=${listed(ruf)}`, 'fo=1']),
  ].join('; ');
}

/** What is wrong with a record, bare, in quotes or as a line of a zone file. */
export function checkRecord(line: string) {
  const record = bareRecord(line);
  const { policy, errors, warnings } = readDmarc(record);
  return { record, isValid: errors.length === 0, policy, errors, warnings, txt: txtStrings(record) };
}
