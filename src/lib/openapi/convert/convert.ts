import type { JsonObject } from '../../json/values.js';
import { type ApiDocument, openApiDocument, type Version } from '../document.js';
import { References } from '../references.js';

import { downgradeTo31 } from './from-32.js';
import { upgradeSwagger } from './from-swagger.js';
import { downgradeTo30 } from './to-30.js';
import { upgradeTo31 } from './to-31.js';
import { Warnings } from './warnings.js';

/** Versions that are written, each with its latest patch. */
const LATEST = { '3.0': '3.0.4', '3.1': '3.1.2', '3.2': '3.2.0' } as const;
export type WrittenVersion = keyof typeof LATEST;

const ORDER: readonly Version[] = ['2.0', '3.0', '3.1', '3.2'];

/**
 * A description in another version, one version after the other: up without a loss, down with warnings for what the older one cannot
 * say. Sources: the OpenAPI specifications 2.0 to 3.2.0, "Migrating from OpenAPI 3.0 to 3.1" of the OpenAPI Initiative, and
 * its proposal "Clarify semantics of nullable in OpenAPI 3.0".
 */
export function convertVersion(api: ApiDocument, target: WrittenVersion): { api: ApiDocument; warnings: string[] } {
  const warnings = new Warnings();
  let current = api;
  while (current.version !== target) current = step(current, target, warnings);
  return { api: current, warnings: warnings.list() };
}

function step(api: ApiDocument, target: WrittenVersion, warnings: Warnings): ApiDocument {
  const { root, version } = api;
  const isUp = ORDER.indexOf(version) < ORDER.indexOf(target);
  switch (version) {
    case '2.0':
      return stated(upgradeSwagger(root, new References(api), warnings), '3.0');
    case '3.0':
      return stated(upgradeTo31(root, warnings), '3.1');
    case '3.1':
      return isUp ? stated(root, '3.2') : stated(downgradeTo30(root, new References(api), warnings), '3.0');
    default:
      return stated(downgradeTo31(root, new References(api), warnings), '3.1');
  }
}

const stated = (root: JsonObject, version: WrittenVersion): ApiDocument =>
  openApiDocument(new Map([...root].map(([key, value]) => [key, key === 'openapi' ? LATEST[version] : value])));
