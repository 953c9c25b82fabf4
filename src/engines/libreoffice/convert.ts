import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { networkWall } from '../../core/network-wall.js';
import { LimitFault } from '../../lib/faults.js';

export interface OfficeRequest {
  /** Path of LibreOffice's program `soffice.bin`. */
  readonly program: string;
  /** A folder for its profile and all it writes. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  /** Ending and filter of the result, as `--convert-to` takes it. */
  readonly to: string;
  /** Filter to read with; empty where the content decides. */
  readonly from?: string;
  /** With their endings, in lower case. Their names, without endings, are what fields with the name of the file show. */
  readonly documents: readonly { readonly stem: string; readonly ending: string; readonly bytes: Uint8Array }[];
}

/** Longest work on all documents. Chosen: below the 90 s of the class, so that its failure is an answer. */
const PATIENCE_MS = 75_000;
/**
 * The kibibytes that it may make writable; and, in its profile, the build whose extensions were looked at: without that it does so, and asks
 * to be started again. The shell reads the number of the build, because this process may not.
 */
const START = [
  'ulimit -d 1600000 2> /dev/null',
  '{ while IFS== read -r name value; do [ "$name" != buildid ] || printf %s "$value" > "$HOME/profile/user/extensions/buildid"; done < "$VERSION_FILE"; } 2> /dev/null',
  'exec "$@"',
].join('; ');
/** What it ends with to be started again: desktop/inc/app.hxx, EXITHELPER_*_RESTART. */
const AGAIN: ReadonlySet<number | null> = new Set([79, 81]);
const MAX_STARTS = 3;
const ENVIRONMENT = { TZ: 'UTC', LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' };
const MAX_RESULT_BYTES = 64_000_000;

/** No macros, no active content, nothing that a document links to, no asking, no looking for updates. */
const SETTINGS: readonly (readonly [path: string, name: string, value: string])[] = [
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Office.Common/Misc', 'UseOpenCL', 'false'],
  ['Office.Common/Save/Document', 'CreateBackup', 'false'],
  ['Office.Recovery/AutoSave', 'Enabled', 'false'],
  ['Office.Writer/Content/Update', 'Link', '2'],
  ['Office.Calc/Content/Update', 'Link', '2'],
  ['Office.Calc/Formula/Load', 'OOXMLRecalcMode', '1'],
  ['Office.Calc/Formula/Load', 'ODFRecalcMode', '1'],
  // A version newer than any: a newer one than the last that the profile saw has it draw a hundred pictures to test itself, for a second.
  ['Setup/Product', 'ooSetupLastVersion', '99.9'],
  ['Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job["UpdateCheck"]/Arguments', 'AutoCheckEnabled', 'false'],
];

function profileText(): string {
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path.replaceAll('"', '&quot;')}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('')}</oor:items>`;
}

/** A document can show its own path: nobody learns how the folders of the service are called. */
const SHOWN_FOLDER = '/proc/self/cwd';

/** Names of callers without what a path or a flag is made of; numbers where two documents would have the same. */
function fileStems(stems: readonly string[]): readonly string[] {
  const plain = stems.map((stem) =>
    [...stem.normalize('NFC')]
      .slice(0, 50)
      .join('')
      .replace(/[^\p{L}\p{M}\p{N} _()-]/gu, '_'),
  );
  const taken = new Set(plain.map((stem) => stem.toLowerCase().trim()));
  return taken.size === plain.length && !taken.has('') ? plain : plain.map((_, i) => `${i + 1}`);
}

/**
 * What LibreOffice makes of each document, all in one start, `undefined` where it makes nothing of it. It has a profile of its own, no
 * network, runs no macros and follows no links. Throws LimitFault where it takes longer than 75 s; it is killed then, and when the run ends.
 */
export async function convertDocuments(request: OfficeRequest): Promise<(Buffer | undefined)[]> {
  const { documents, to } = request;
  const scratch = mkdtempSync(join(request.scratch, 'office-'));
  const [profile, source, out] = ['profile', 'in', 'out'].map((name) => join(scratch, name));
  if (profile === undefined || source === undefined || out === undefined) return [];
  for (const folder of [join(profile, 'user', 'extensions'), source, out]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), profileText());
  const stems = fileStems(documents.map(({ stem }) => stem));
  const names = documents.map(({ ending }, i) => `${stems[i]}${ending}`);
  for (const [i, name] of names.entries()) writeFileSync(join(source, name), documents[i]?.bytes ?? new Uint8Array(0));
  // A tool process may not look whether it is there.
  const shown = process.platform === 'linux' ? SHOWN_FOLDER : source;
  const flags = ['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck', '--nofirststartwizard'];
  const args = [
    `-env:UserInstallation=${pathToFileURL(profile)}`,
    ...flags,
    ...(request.from === undefined ? [] : [`--infilter=${request.from}`]),
    ...['--convert-to', to, '--outdir', out],
    ...names.map((name) => join(shown, name)),
  ];
  const until = Date.now() + PATIENCE_MS;
  for (let starts = 1; starts <= MAX_STARTS; starts++)
    if (!AGAIN.has(await runOffice({ ...request, scratch, source }, args, until))) break;
  const ending = to.split(':')[0] ?? '';
  return documents.map((_, i) => {
    const path = join(out, `${stems[i]}.${ending}`);
    if (!existsSync(path)) return undefined;
    if (statSync(path).size > MAX_RESULT_BYTES)
      throw new LimitFault(`the result must have at most ${MAX_RESULT_BYTES} bytes`, MAX_RESULT_BYTES);
    return readFileSync(path);
  });
}

async function runOffice(
  { program, scratch, source, signal }: OfficeRequest & { readonly source: string },
  args: readonly string[],
  until: number,
) {
  // In the group of this process: what kills the run kills the program.
  const child = spawn('/bin/sh', ['-c', START, 'sh', ...networkWall(), program, ...args], {
    cwd: source,
    env: { ...ENVIRONMENT, HOME: scratch, TMPDIR: scratch, VERSION_FILE: join(dirname(program), 'versionrc') },
    stdio: 'ignore',
  });
  let isLate = false;
  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(
    () => {
      isLate = true;
      kill();
    },
    Math.max(1, until - Date.now()),
  );
  signal.addEventListener('abort', kill, { once: true });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    signal.throwIfAborted();
    if (isLate)
      throw LimitFault.whole(
        `The documents must be converted within ${PATIENCE_MS / 1000} s: send fewer or smaller ones`,
      );
    return code;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}
