import { isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listOf, objectOf, textOf } from '../document.js';

const attributes = (values: Readonly<Record<string, string>>): JsonValue =>
  Object.entries(values).map(
    ([key, value]) =>
      new Map<string, JsonValue>([
        ['key', key],
        ['value', value],
        ['type', 'string'],
      ]),
  );

const auth = (type: string, values?: Readonly<Record<string, string>>): JsonObject =>
  new Map<string, JsonValue>([['type', type], ...(values === undefined ? [] : [[type, attributes(values)] as const])]);

const GRANTS: Readonly<Record<string, string>> = {
  authorizationCode: 'authorization_code',
  implicit: 'implicit',
  password: 'password_credentials',
  clientCredentials: 'client_credentials',
};

/** The first requirement that Postman knows; `noauth` where none is required, `undefined` where nothing is said or known. */
export function postmanAuth(
  security: JsonValue | undefined,
  schemeOf: (name: string) => JsonObject | undefined,
): JsonObject | undefined {
  if (security === undefined) return undefined;
  const requirements = listOf(security).filter(isJsonObject);
  if (requirements.every((requirement) => requirement.size === 0)) return auth('noauth');
  for (const requirement of requirements) {
    for (const [name, scopes] of requirement) {
      const known = authOf(
        schemeOf(name),
        name,
        listOf(scopes).filter((scope) => typeof scope === 'string'),
      );
      if (known !== undefined) return known;
    }
  }
  return undefined;
}

/** Secrets are variables of the collection's user. */
function authOf(scheme: JsonObject | undefined, name: string, scopes: readonly string[]): JsonObject | undefined {
  const variable = (what: string) => `{{${name.replace(/[^\w.-]/g, '_')}${what}}}`;
  switch (textOf(scheme?.get('type'))) {
    case 'apiKey': {
      const place = textOf(scheme?.get('in'));
      if (place !== 'header' && place !== 'query') return undefined;
      return auth('apikey', { key: textOf(scheme?.get('name')) ?? '', value: variable(''), in: place });
    }
    case 'http':
      switch (textOf(scheme?.get('scheme'))?.toLowerCase()) {
        case 'basic':
          return auth('basic', { username: variable('Username'), password: variable('Password') });
        case 'bearer':
          return auth('bearer', { token: variable('') });
        case 'digest':
          return auth('digest', { username: variable('Username'), password: variable('Password') });
        default:
          return undefined;
      }
    case 'oauth2': {
      const [flow] = [...objectOf(scheme?.get('flows'))].filter(([key]) => Object.hasOwn(GRANTS, key));
      if (flow === undefined) return auth('oauth2', { accessToken: variable('') });
      const [key, said] = flow;
      return auth('oauth2', {
        grant_type: GRANTS[key] ?? key,
        authUrl: textOf(objectOf(said).get('authorizationUrl')) ?? '',
        accessTokenUrl: textOf(objectOf(said).get('tokenUrl')) ?? '',
        scope: scopes.join(' '),
        addTokenTo: 'header',
      });
    }
    case 'openIdConnect':
      return auth('oauth2', { accessToken: variable('') });
    default:
      return undefined;
  }
}
