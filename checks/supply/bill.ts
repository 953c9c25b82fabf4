import { type Spec, Validation } from '@cyclonedx/cyclonedx-library';

import { listShipped, makeBom } from '../../scripts/supply/sbom.js';

/** It can be made, is valid by CycloneDX's own schema, and lists each package of the lock once, with its hash. */
export async function billOfMaterials(): Promise<string[]> {
  const faults: string[] = [];
  for (const dev of [false, true]) {
    const bom = makeBom({ dev });
    const validator = new Validation.JsonStrictValidator(bom.specVersion as Spec.Version);
    const invalid = await validator.validate(JSON.stringify(bom));
    if (invalid !== null) faults.push(`CycloneDX ${bom.specVersion}: ${JSON.stringify(invalid).slice(0, 2000)}`);
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
    const locked = listShipped({ dev });
    const missing = locked.filter(({ name, version }) => !listed.includes(`${name}@${version}`));
    faults.push(...missing.map(({ path }) => `bill of materials: ${path} is missing`));
    if (new Set(listed).size !== listed.length) faults.push('bill of materials: a package is listed twice');
    const unhashed = bom.components.filter(({ hashes = [] }) => hashes.length === 0);
    faults.push(...unhashed.map(({ name }) => `bill of materials: ${name} has no hash`));
  }
  return faults;
}
