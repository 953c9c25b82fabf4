import { shown } from '../findings.js';
import type { JsonObject, JsonValue } from '../json/values.js';
import { isJsonObject } from '../json/values.js';
import { type ApiDocument, listOf, objectOf, textOf } from './document.js';
import type { Findings } from './findings.js';
import { type Place, placesBelow, type Way } from './kinds.js';
import type { References } from './references.js';

/** Schemas, links, servers: whatever has a rule of its own wherever it stands. */
export function checkParts(api: ApiDocument, references: References, findings: Findings): void {
  const operationIds = new Set(api.operations.map(({ value }) => value.get('operationId')));
  for (const place of placesBelow({ value: api.root, kind: 'document', way: undefined })) {
    const { kind, value, way } = place;
    if (kind === 'schema') checkSchemaObject(place, api, references, findings);
    const operationId = kind === 'link' ? textOf(value.get('operationId')) : undefined;
    if (operationId !== undefined && !operationIds.has(operationId))
      findings.add('link-operation', `No operation has the operationId ${shown(operationId)}`, way, 'operationId');
    if (kind === 'document' || kind === 'pathItem' || kind === 'operation')
      for (const [index, server] of listOf(value.get('servers')).entries())
        checkServer(objectOf(server), { outer: { outer: way, token: 'servers' }, token: String(index) }, findings);
  }
}

function checkSchemaObject({ value, way }: Place, api: ApiDocument, references: References, findings: Findings): void {
  const isOld = api.version === '2.0' || api.version === '3.0';
  if (isOld && value.get('type') === 'array' && !value.has('items') && !value.has('$ref'))
    findings.add('items-missing', 'A schema of type array must have "items"', way);
  checkDiscriminator(value, way, references, findings);
  const properties = value.get('properties');
  // What is composed of others may have its properties from them.
  const isWhole = ['allOf', 'anyOf', 'oneOf', '$ref', 'if', 'patternProperties', 'not'].every((key) => !value.has(key));
  if (!isWhole || properties === undefined || !isJsonObject(properties)) return;
  for (const [index, name] of listOf(value.get('required')).entries())
    if (typeof name === 'string' && !properties.has(name))
      findings.add(
        'required-undeclared',
        `The required property ${shown(name)} is not among "properties"`,
        way,
        'required',
        String(index),
      );
}

function checkDiscriminator(value: JsonObject, way: Way | undefined, references: References, findings: Findings): void {
  const said = value.get('discriminator');
  const name = typeof said === 'string' ? said : textOf(objectOf(said).get('propertyName'));
  const properties = value.get('properties');
  if (name !== undefined && properties !== undefined && isJsonObject(properties)) {
    if (!properties.has(name))
      findings.add(
        'discriminator-property',
        `The discriminator ${shown(name)} is not among "properties"`,
        way,
        'discriminator',
      );
    else if (!listOf(value.get('required')).includes(name))
      findings.add('discriminator-property', `The discriminator ${shown(name)} is not required`, way, 'discriminator');
  }
  for (const [key, target] of objectOf(objectOf(said).get('mapping'))) {
    if (typeof target !== 'string') continue;
    const isName = /^[A-Za-z0-9._-]+$/.test(target);
    const isMissing = (text: string): boolean => references.resolve(text).is === 'missing';
    // A name such as "cat.json" may be a schema or a file; only what is neither is missing.
    if (isName ? !target.includes('.') && isMissing(`#/components/schemas/${target}`) : isMissing(target))
      findings.add('discriminator-mapping', `Nothing is at ${shown(target)}`, way, 'discriminator', 'mapping', key);
  }
}

function checkServer(server: JsonObject, way: Way, findings: Findings): void {
  const url = textOf(server.get('url'));
  const variables = objectOf(server.get('variables'));
  const names = [...(url ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  for (const name of new Set(names))
    if (!variables.has(name))
      findings.add('server-variable', `{${name}} is in the address and not among "variables"`, way, 'url');
  for (const [name, variable] of variables) {
    const allowed = objectOf(variable).get('enum');
    const initial = objectOf(variable).get('default');
    if (initial !== undefined && allowed !== undefined && !listOf(allowed).includes(initial))
      findings.add(
        'server-default',
        `The default of the variable ${shown(name)} is not among its values`,
        way,
        'variables',
        name,
        'default',
      );
  }
}

interface Scheme {
  readonly type: JsonValue | undefined;
  /** Of OAuth; `undefined` where any name may be a scope. */
  readonly scopes: ReadonlySet<string> | undefined;
}

/** What operations ask for is declared. */
export function checkSecurity(api: ApiDocument, references: References, findings: Findings): void {
  const holder =
    api.version === '2.0'
      ? api.root.get('securityDefinitions')
      : objectOf(api.root.get('components')).get('securitySchemes');
  const schemes = new Map([...objectOf(holder)].map(([name, value]) => [name, schemeOf(references.follow(value))]));
  const allowsRoles = api.version === '3.1' || api.version === '3.2';
  const checkHolder = (value: JsonObject, way: Way | undefined): void => {
    for (const [index, requirement] of listOf(value.get('security')).entries()) {
      for (const [name, scopes] of objectOf(requirement)) {
        const at = ['security', String(index), name] as const;
        const scheme = schemes.get(name);
        // Since 3.2 the name may be the address of a scheme.
        if (scheme === undefined) {
          if (api.version !== '3.2' || !/[#/]/.test(name))
            findings.add('security-undeclared', `The security scheme ${shown(name)} is not declared`, way, ...at);
          continue;
        }
        const asked = listOf(scopes);
        const hasScopes = scheme.type === 'oauth2' || scheme.type === 'openIdConnect' || scheme.type === undefined;
        if (asked.length > 0 && !hasScopes && !allowsRoles)
          findings.add('security-scopes', `A scheme of type ${String(scheme.type)} has no scopes`, way, ...at);
        for (const scope of asked)
          if (typeof scope === 'string' && scheme.scopes?.has(scope) === false)
            findings.add(
              'security-scope-undeclared',
              `The scheme ${shown(name)} does not declare the scope ${shown(scope)}`,
              way,
              ...at,
            );
      }
    }
  };
  checkHolder(api.root, undefined);
  for (const { value, way } of api.operations) checkHolder(value, way);
}

function schemeOf(scheme: JsonObject | undefined): Scheme {
  const type = scheme?.get('type');
  if (scheme === undefined || type !== 'oauth2') return { type, scopes: undefined };
  const flows = [scheme, ...objectOf(scheme.get('flows')).values()];
  return { type, scopes: new Set(flows.flatMap((flow) => [...objectOf(objectOf(flow).get('scopes')).keys()])) };
}
