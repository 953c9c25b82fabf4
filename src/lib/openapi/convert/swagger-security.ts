import type { JsonObject, JsonValue } from '../../json/values.js';
import { textOf } from '../document.js';
import type { Way } from '../kinds.js';

import { type Draft, take } from './rebuild.js';
import type { Warnings } from './warnings.js';

/** Flows of OAuth 2.0 by their names in 2.0. */
const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** A security scheme of 2.0 as one of 3.0. */
export function changeScheme(scheme: JsonObject, way: Way | undefined, warnings: Warnings): JsonObject {
  const draft: Draft = new Map(scheme);
  if (draft.get('type') === 'basic') {
    draft.set('type', 'http');
    draft.set('scheme', 'basic');
    return draft;
  }
  if (draft.get('type') !== 'oauth2') return draft;
  const name = textOf(take(draft, 'flow')) ?? '';
  const flow: Draft = new Map<string, JsonValue>();
  for (const key of ['authorizationUrl', 'tokenUrl', 'scopes']) {
    const value = take(draft, key);
    if (value !== undefined) flow.set(key, value);
  }
  if (!flow.has('scopes')) flow.set('scopes', new Map());
  const known = Object.hasOwn(FLOWS, name) ? FLOWS[name] : undefined;
  if (known === undefined)
    warnings.add(`Flow ${JSON.stringify(name.slice(0, 40))} was dropped: 2.0 has no such flow`, way);
  draft.set('flows', new Map(known === undefined ? [] : [[known, flow]]));
  return draft;
}
