/**
 * `npm run sbom -- bom.cdx.json`: the bill of materials of the product in CycloneDX, made by npm from the lock, with what packages
 * carry inside them added below each. `--dev` adds the packages that only building and testing need.
 */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { STYLE_PACKAGES } from '../build-citation-styles.js';
import { ROOT } from '../tool-files.js';

import { listCarried } from './carried.js';
import { type LockedPackage, readLock } from './lock.js';

interface Component {
  readonly name: string;
  readonly 'bom-ref': string;
  readonly type: string;
  readonly version?: string;
  hashes?: readonly unknown[];
  readonly licenses?: readonly unknown[];
  readonly properties?: readonly unknown[];
  components?: Component[];
}

/** The document as npm writes it, as far as it is read here. */
export interface Bom {
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Packages of the product, with `dev` those of building and testing too. What the build takes texts from is of the product. */
export const listShipped = ({ dev }: { readonly dev: boolean }): LockedPackage[] =>
  readLock(ROOT).filter(({ isDev, name }) => dev || !isDev || STYLE_PACKAGES.some((one) => one === name));

/** Makes the bill of materials. Throws when npm cannot. */
export function makeBom({ dev }: { readonly dev: boolean }): Bom {
  // Not `--omit=dev`: npm 11.19 then leaves out what the product needs when something that only building needs asks for it too (zod, yaml).
  const command = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const written = execFileSync('npm', command, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bom = JSON.parse(written) as Bom;
  const locked = listShipped({ dev });
  const wanted = new Set(locked.map(keyOf));
  const components = bom.components.map(named).filter((component) => wanted.has(keyOf(component)));
  const kept = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = bom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  for (const component of components) {
    // npm gives no hash for a package that comes inside another.
    if (component.hashes === undefined || component.hashes.length === 0) {
      const { integrity } = locked.find((one) => keyOf(one) === keyOf(component)) ?? {};
      component.hashes = hashesOf(integrity);
    }
    const inside = listCarried().filter((carried) => carried.inside === component.name);
    if (inside.length > 0) component.components = inside.map((carried) => componentOf(component, carried));
  }
  // npm names the project by its folder.
  const project = { ...bom.metadata.component, name: 'tool-execution-api' };
  return { ...bom, metadata: { ...bom.metadata, component: project }, components, dependencies };
}

/** A package under another name has its own name, as in its reference. */
function named(component: Component): Component {
  const { 'bom-ref': ref, version = '' } = component;
  return ref.endsWith(`@${version}`) ? { ...component, name: ref.slice(0, -version.length - 1) } : component;
}

/** `sha512-…` as CycloneDX has it. */
const hashesOf = (integrity = ''): readonly unknown[] =>
  integrity.startsWith('sha512-')
    ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }]
    : [];

const keyOf = ({ name, version }: { readonly name: string; readonly version?: string }): string => `${name}@${version}`;

function componentOf(parent: Component, carried: ReturnType<typeof listCarried>[number]): Component {
  const { name, version, licence, source } = carried;
  return {
    'bom-ref': `${parent['bom-ref']}#${name}`,
    type: 'library',
    name,
    ...(version === undefined ? {} : { version }),
    licenses: [{ expression: licence }],
    properties: [{ name: 'tool-execution-api:known-from', value: source }],
  };
}

if (process.argv[1] === import.meta.filename) {
  const words = process.argv.slice(2);
  const target = words.find((word) => !word.startsWith('--')) ?? 'bom.cdx.json';
  const bom = makeBom({ dev: words.includes('--dev') });
  writeFileSync(target, `${JSON.stringify(bom, null, 1)}\n`);
  console.log(`${target}: CycloneDX ${bom.specVersion}, ${bom.components.length} packages`);
}
