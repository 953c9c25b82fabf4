import { checkParts, checkSecurity } from './check-parts.js';
import { checkOperationIds, checkParameters, checkPaths, checkTags } from './check-paths.js';
import { checkReferences, checkUnused } from './check-references.js';
import type { ApiDocument } from './document.js';
import type { Findings } from './findings.js';
import { lint } from './lint.js';
import type { References } from './references.js';

/** What the specification says in words only, and with `lints` what is allowed and worse than it could be. */
export function checkMeaning(api: ApiDocument, references: References, findings: Findings, lints: boolean): void {
  checkReferences(references, findings);
  checkOperationIds(api, findings);
  checkPaths(api, references, findings);
  checkParameters(api, references, findings);
  checkParts(api, references, findings);
  checkSecurity(api, references, findings);
  checkTags(api, findings);
  if (!lints) return;
  checkUnused(api, references, findings);
  lint(api, findings);
}
