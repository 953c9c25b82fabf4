/**
 * Writes `src/lib/generated/citation-styles.json`: the CSL styles and locales of two packages, letter for letter. The packages are there
 * for building only, because both ask for citeproc (CPAL or AGPL), and what keeps it out, `overrides`, holds for this project alone and
 * not where the product is installed from its archive. None of their code runs.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './tool-files.js';

/** Packages whose texts become part of the product. */
export const STYLE_PACKAGES = ['@citation-js/plugin-csl', 'rehype-citation'] as const;

const LOCALES = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'nl-NL'] as const;

export function buildCitationStyles(): void {
  const styles = readMembers('styles.json');
  const locales = readMembers('locales.json');
  const built = {
    styles: {
      apa: member(styles, 'apa'),
      mla: readModule('mla'),
      chicago: readModule('chicago'),
      vancouver: member(styles, 'vancouver'),
      harvard: member(styles, 'harvard1'),
    },
    locales: Object.fromEntries(LOCALES.map((locale) => [locale, member(locales, locale)])),
  };
  const folder = join(ROOT, 'src/lib/generated');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'citation-styles.json'), `${JSON.stringify(built, null, 1)}\n`);
}

const readMembers = (file: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(ROOT, 'node_modules/@citation-js/plugin-csl/lib', file), 'utf8'));

function member(all: Readonly<Record<string, unknown>>, name: string): string {
  const found = all[name];
  if (typeof found !== 'string' || found === '') throw new Error(`@citation-js/plugin-csl has no "${name}"`);
  return found;
}

/** A module that exports one template without anything to fill in. */
function readModule(name: string): string {
  const path = join(ROOT, 'node_modules/rehype-citation/dist/node/styles', `${name}.js`);
  const [, xml] = /^export default `([^`\\]*)`;\s*$/.exec(readFileSync(path, 'utf8')) ?? [];
  if (xml === undefined) throw new Error(`${path} is not written as expected`);
  return xml;
}
