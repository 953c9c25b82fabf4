import { z } from 'zod';

import { extensionOf, fileNameFault } from '../../core/files.js';
import { type InputFile, invalid, json, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { OutputFile } from '../../core/results.js';
import { count, place } from '../../core/shared-data.js';
import type { Told } from '../../core/tool.js';
import { editedFile, KINDS, type TextSource } from '../../formats/text-source.js';
import { applyHunks, type HunkFault, type HunkOutcome } from '../../lib/diff/apply-patch.js';
import { type PatchedFile, type PatchHunk, parsePatch, reversePatch } from '../../lib/diff/parse-patch.js';
import { splitLines } from '../../lib/text/lines.js';

const hunkReport = z.object({
  hunk: place('Number of the hunk.'),
  header: z.string().optional().describe('Header of the hunk.'),
  applied: z.boolean().describe('Whether it was applied.'),
  line: place('Line of the old text where it was applied.').optional(),
  offset: z.int().optional().describe('Lines between that place and where the hunk says.'),
  fuzz: count('Lines of context that were ignored.').optional(),
  reason: z.string().optional().describe('Why it was not applied.'),
});

const outcome = {
  applied: count('Hunks that were applied.'),
  rejected: count('Hunks that were not applied.'),
};

export const patchedText = z.object({
  text: z.string().describe('Patched text.'),
  ...outcome,
  hunks: z.array(hunkReport).describe('Hunks in the order of the patch.'),
});

const fileReport = z.object({
  name: z.string().describe('Name of the file.'),
  status: z
    .enum(['patched', 'created', 'deleted', 'renamed', 'copied', 'rejected'])
    .describe('What happened to the file.'),
  hunks: z.array(hunkReport).describe('Hunks in the order of the patch.'),
});

export const patchedFiles = z.object({
  ...outcome,
  files: z.array(fileReport).describe('Files in the order of the patch.'),
});

type Report = Told<z.output<typeof fileReport>>;

interface Applied {
  readonly content: string;
  readonly outcomes: readonly HunkOutcome[];
}

export function readPatch(patch: string, label: string, reverse: boolean): readonly PatchedFile[] {
  const files = refusing(`Cannot read the patch of ${label}`, () => parsePatch(patch));
  return reverse ? reversePatch(files) : files;
}

/** Applies the hunks of one file. A text whose breaks are all CRLF takes a patch that has LF, and keeps its CRLF. */
export function applyTo(content: string, hunks: readonly PatchHunk[], fuzz: number): Applied {
  const { breaks } = splitLines(content);
  const isCrlf =
    breaks.length > 0 && breaks.every((lineBreak) => lineBreak === '\r\n' || lineBreak === '') && breaks[0] !== '';
  const hasCarriage = hunks.some(({ lines }) => lines.some((line) => line.text.endsWith('\r')));
  const isConverted = isCrlf && !hasCarriage;
  const { text: made, outcomes } = applyHunks(isConverted ? content.replaceAll('\r\n', '\n') : content, hunks, fuzz);
  return { content: isConverted ? made.replaceAll('\n', '\r\n') : made, outcomes };
}

function describeReason(reason: HunkFault): string {
  if (reason.kind === 'already') return `the change seems to be made already at line ${reason.line}`;
  const found = reason.found === undefined ? 'the end of the text' : quote(reason.found);
  return reason.found === reason.expected
    ? `line ${reason.line} fits, but not together with the hunks before it or the end of the text`
    : `line ${reason.line} must be ${quote(reason.expected)}, got ${found}`;
}

export const reportHunks = (hunks: readonly PatchHunk[], { outcomes }: Applied) =>
  outcomes.map(({ reason, ...outcome }, index) => ({
    hunk: index + 1,
    header: hunks[index]?.header,
    ...outcome,
    ...(reason === undefined ? {} : { reason: describeReason(reason) }),
  }));

/** Refuses a hunk that fits nowhere, unless the caller wants what fits. */
export function checkOutcomes(label: string, { hunks }: PatchedFile, { outcomes }: Applied, partial: boolean): void {
  if (partial) return;
  for (const [index, { reason }] of outcomes.entries()) {
    if (reason === undefined) continue;
    const which = `hunk ${index + 1} of ${hunks.length} (${hunks[index]?.header})`;
    throw invalid(`Cannot apply the patch to ${label}: ${which} fits nowhere, ${describeReason(reason)}`);
  }
}

const SIGNS = { equal: ' ', removed: '-', added: '+' } as const;

/** The hunks that were not applied, as a patch of their own. */
export function writeRejects(name: string, hunks: readonly PatchHunk[], { outcomes }: Applied): OutputFile[] {
  const rejected = hunks.filter((_, index) => outcomes[index]?.applied === false);
  if (rejected.length === 0) return [];
  const lines = rejected.flatMap((hunk) => [
    `${hunk.header}\n`,
    ...hunk.lines.map(
      ({ change, text: line, hasBreak }) =>
        `${SIGNS[change]}${line}\n${hasBreak ? '' : '\\ No newline at end of file\n'}`,
    ),
  ]);
  const bytes = Buffer.from(`--- ${name}\n+++ ${name}\n${lines.join('')}`);
  return [{ name: `${name}.rej`, mime: KINDS.diff.mime, bytes }];
}

const baseName = (path: string | undefined): string | undefined => path?.split(/[/\\]/).at(-1);

function outputName(path: string | undefined): string {
  const name = baseName(path) ?? '';
  const fault = fileNameFault(name);
  if (fault !== undefined) throw invalid(`A file name in the patch must ${fault}, got ${quote(path ?? '')}`);
  return name;
}

const STATUSES = {
  change: 'patched',
  create: 'created',
  delete: 'deleted',
  rename: 'renamed',
  copy: 'copied',
} as const;

/** The patch, and the files that it is for: where the option is empty, one upload is the patch. */
export function sortUploads(
  patch: string,
  files: readonly InputFile[],
): { readonly patchFile: InputFile | undefined; readonly targets: readonly InputFile[] } {
  if (patch !== '') return { patchFile: undefined, targets: files };
  const patches = files.filter(({ name }) => ['.patch', '.diff'].includes(extensionOf(name)));
  if (patches.length !== 1)
    throw invalid(
      `Option "patch" must not be empty where there is not one file ending in .patch or .diff, got ${patches.length}`,
    );
  return { patchFile: patches[0], targets: files.filter((upload) => upload !== patches[0]) };
}

/** A file as it is after the parts of the patch so far. */
interface OpenFile {
  readonly source: TextSource;
  readonly content: string;
  readonly isChanged: boolean;
}

export function patchFiles(
  patched: readonly PatchedFile[],
  sources: ReadonlyMap<string, TextSource>,
  { fuzz, partial }: { readonly fuzz: number; readonly partial: boolean },
) {
  const open = new Map<string, OpenFile>();
  for (const [name, source] of sources) open.set(name, { source, content: source.text, isChanged: false });
  const paths = new Map<string, string>();
  const reports: Report[] = [];
  const rejects: OutputFile[] = [];
  for (const part of patched) {
    const name = targetName(part, open, paths);
    const target = open.get(name);
    const label = `file ${quote(name)}`;
    if (part.kind === 'create' && target !== undefined && target.content !== '')
      throw invalid(`Cannot apply the patch to ${label}: the patch makes it anew, but it is there`);
    const applied = applyTo(target?.content ?? '', part.hunks, fuzz);
    checkOutcomes(label, part, applied, partial);
    rejects.push(...writeRejects(name, part.hunks, applied));

    const newName = part.kind === 'rename' || part.kind === 'copy' ? outputName(part.newName) : name;
    const isDone = applied.outcomes.every((outcome) => outcome.applied);
    const isGone = part.kind === 'delete' && isDone && applied.content === '';
    const isTouched = part.hunks.length === 0 || applied.outcomes.some((outcome) => outcome.applied);
    if (isGone || part.kind === 'rename') open.delete(name);
    const source = target?.source ?? { text: '', label, file: undefined, encoding: undefined };
    if (!isGone) open.set(newName, { source, content: applied.content, isChanged: isTouched });
    const status = isTouched ? (part.kind === 'delete' && !isGone ? 'patched' : STATUSES[part.kind]) : 'rejected';
    reports.push({ name: newName, status, hunks: reportHunks(part.hunks, applied) });
  }
  const made = [...open].filter(([, file]) => file.isChanged);
  const outputs = made.map(([name, { source, content }]) => editedFile(source, content, name));
  const rejected = reports.flatMap(({ hunks }) => hunks).filter((hunk) => 'reason' in hunk).length;
  const applied = reports.flatMap(({ hunks }) => hunks).length - rejected;
  return withFiles(json({ applied, rejected, files: reports }), [...outputs, ...rejects]);
}

/** The upload that a part of the patch is for, by its name without folders; one folder's file is not taken for another's. */
function targetName(part: PatchedFile, open: ReadonlyMap<string, OpenFile>, paths: Map<string, string>): string {
  const path = part.kind === 'create' ? part.newName : (part.oldName ?? part.newName);
  const isNew = part.kind === 'change' && !open.has(baseName(path) ?? '') && open.has(baseName(part.newName) ?? '');
  const chosen = isNew ? part.newName : path;
  if (chosen === undefined && open.size === 1) return [...open.keys()][0] ?? '';
  if (chosen === undefined) throw invalid('The patch must name the files that it changes where there are many');
  const name = outputName(chosen);
  const other = paths.get(name);
  if (other !== undefined && other !== chosen)
    throw invalid(`The patch must not change two files of one name: ${quote(other)} and ${quote(chosen)}`);
  paths.set(name, chosen);
  if (part.kind !== 'create' && !open.has(name))
    throw invalid(`A file ${quote(name)} must be uploaded: the patch changes it`);
  return name;
}
