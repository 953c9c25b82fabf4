/**
 * `npm run all`: what the project takes from others is what it says it takes. Needs the packages of the project and of this folder, as
 * `npm ci` puts them, and no network. `npm run lists` writes the lists in the documents anew. Exits 1 with a line for each fault.
 */

import { billOfMaterials } from './bill.js';
import { checkDependencyTable } from './dependency-table.js';
import { checkInstalledLicences, checkLockedLicences } from './licences.js';
import { checkLists } from './lists.js';
import { checkPins } from './pins.js';
import { projects } from './projects.js';

const write = process.argv.includes('--write');

const checks: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
  'exact versions, integrity, nothing but the registry': () => projects().flatMap(checkPins),
  'licences of installed packages': checkInstalledLicences,
  'licences of locked packages': () => projects().flatMap(checkLockedLicences),
  'rows of docs/dependencies.md': checkDependencyTable,
  'lists of install scripts, native code and carried works': () => checkLists(write),
  'bill of materials': billOfMaterials,
};

let faults = 0;
for (const [name, check] of Object.entries(checks)) {
  const found = await check();
  for (const fault of found) console.error(`  ${fault}`);
  console.log(`${name}: ${found.length === 0 ? 'right' : `${found.length} faults`}`);
  faults += found.length;
}
process.exitCode = faults === 0 ? 0 : 1;
