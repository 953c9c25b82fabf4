import { extname } from 'node:path';

import { invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { decompress } from '../../engines/compression.js';
import { readXml, readXmlFile } from '../../formats/xml-document.js';
import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { type DMARC_POLICIES, readDmarc } from '../../lib/mail/dmarc.js';
import { type DmarcReport, readDmarcReport } from '../../lib/mail/dmarc-report.js';
import { bareRecord, txtStrings } from '../../lib/mail/spf.js';

/** All reports of a run, unpacked. */
const MAX_XML_BYTES = 30_000_000;
const MAX_ELEMENTS = 1_500_000;

export interface FiledReport {
  /** Name of the upload, with that of the file in it where it is an archive of several. */
  readonly name: string;
  readonly report: DmarcReport;
}

/** The reports in an upload: XML as it is, in gzip or in a ZIP archive, whatever its name says. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export async function reportsIn(upload: InputFile): Promise<FiledReport[]> {
  const label = `file ${quote(upload.name)}`;
  const read = async (name: string, bytes: Uint8Array): Promise<FiledReport> => {
    const { text } = await readXmlFile({ ...upload, bytes });
    return { name, report: reportOf(text, label) };
  };
  const { bytes } = upload;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return [
      await read(upload.name, await refusing(`Cannot read ${label}`, () => decompress(bytes, 'gzip', MAX_XML_BYTES))),
    ];
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [await read(upload.name, bytes)];
  const archive = refusing(`Cannot read ${label}`, () => new ZipArchive(bytes, MAX_XML_BYTES));
  const names = archive.names.filter((name) => extname(name).toLowerCase() === '.xml');
  if (names.length === 0) throw invalid(`Cannot read ${label}: it has no XML file in it`);
  const reports: FiledReport[] = [];
  for (const name of names) {
    const content = refusing(`Cannot read ${label}`, () => archive.read(name)) ?? Buffer.alloc(0);
    reports.push(await read(names.length === 1 ? upload.name : `${upload.name}/${name}`, content));
  }
  return reports;
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
