import type { SecretRule } from './rule.js';

/** Between a name and its value: `=`, `:`, `=>`, `:=`, quotes around either, spaces. */
const ASSIGNED = `["'\\]]{0,2}\\s{0,5}(?::=|=>|[=:])\\s{0,5}`;

const named = (name: string, value: string): RegExp =>
  new RegExp(`${name}[\\w.-]{0,20}${ASSIGNED}["'\`]?(${value})(?![\\w/+=-])`, 'gi');

/** Names of variables whose values are secrets. */
const NAMES =
  '(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_.-]?key|access[_.-]?key|auth[_.-]?key|private[_.-]?key|encryption[_.-]?key|signing[_.-]?key|credentials?|(?<![a-z0-9])pass(?![a-z]))';

/** Secrets that are known by what is around them. */
export const CONTEXT_RULES: readonly SecretRule[] = [
  {
    id: 'private-key',
    title: 'Private key',
    severity: 'high',
    pattern:
      /-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----\s{0,4}(?:\\[nr]){0,2}([A-Za-z0-9+/=\s\\:,-]{40})/g,
    keywords: ['private key'],
    entropy: 3,
  },
  {
    id: 'putty-private-key',
    title: 'PuTTY private key',
    severity: 'high',
    pattern: /Private-Lines: \d{1,3}\s{1,2}([A-Za-z0-9+/=]{40})/g,
    keywords: ['putty-user-key-file'],
    entropy: 3,
  },
  {
    id: 'aws-secret-access-key',
    title: 'AWS secret access key',
    severity: 'high',
    pattern: named('aws[\\w .-]{0,20}(?:secret|key)', '[A-Za-z0-9/+]{40}'),
    keywords: ['aws'],
    entropy: 4,
  },
  {
    id: 'azure-storage-key',
    title: 'Azure storage or service key',
    severity: 'high',
    pattern: /(?:AccountKey|SharedAccessKey|sharedSecret)=([A-Za-z0-9+/]{43,86}={1,2})/g,
    keywords: ['accountkey=', 'sharedaccesskey=', 'sharedsecret='],
    entropy: 4,
  },
  {
    id: 'azure-client-secret',
    title: 'Microsoft Entra client secret',
    severity: 'high',
    pattern: /(?<![\w~.-])([\w~.-]{3}\dQ~[\w~.-]{31,34})(?![\w~.-])/g,
    keywords: ['q~'],
    entropy: 3.5,
  },
  {
    id: 'url-password',
    title: 'Password in an address',
    severity: 'medium',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>{}$%]{0,60}:([^\s:@/"'<>]{3,100})@[\w.-]{3,100}/gi,
    keywords: ['://'],
    entropy: 2,
  },
  {
    id: 'jwt',
    title: 'JSON Web Token',
    severity: 'medium',
    pattern: /(?<![\w.-])(eyJ[\w-]{10,2000}\.eyJ[\w-]{10,8000}\.[\w-]{20,1000})(?![\w.-])/g,
    keywords: ['eyj'],
    entropy: 4,
  },
  {
    id: 'authorization-header',
    title: 'Authorization header',
    severity: 'medium',
    // In a HAR file the value is a member of its own.
    pattern:
      /authorization["']?(?:\s{0,3}[:=]|,\s{0,80}["']value["']\s{0,3}:)\s{0,3}["'`]?(?:basic|bearer|token)\s{1,3}([\w+/.=-]{16,1000})/gi,
    keywords: ['authorization'],
    entropy: 3,
  },
  {
    id: 'hex-key',
    title: 'Key in hexadecimal',
    severity: 'medium',
    pattern: named(NAMES, '[a-f0-9]{32,128}'),
    keywords: ['key', 'secret', 'token', 'pass'],
    entropy: 3,
  },
  {
    id: 'assigned-secret',
    title: 'Secret assigned to a name',
    severity: 'medium',
    pattern: new RegExp(`${NAMES}[\\w-]{0,20}${ASSIGNED}["'\`]([^\\s"'\`<>{}$()\\\\]{8,200})["'\`]`, 'gi'),
    keywords: ['pass', 'pwd', 'secret', 'token', 'key', 'credential'],
    entropy: 3,
  },
  {
    id: 'assigned-in-env',
    title: 'Secret in a line NAME=value',
    severity: 'medium',
    pattern: new RegExp(
      `^(?:export )?[A-Z0-9_]{0,60}(?:${NAMES})[A-Z0-9_]{0,30}=([^\\s"'\`<>{}$()\\\\]{8,200})\\s{0,3}$`,
      'gim',
    ),
    keywords: ['pass', 'pwd', 'secret', 'token', 'key', 'credential'],
    entropy: 3,
  },
  {
    id: 'assigned-in-yaml',
    title: 'Secret in a line name: value',
    severity: 'medium',
    // Not a name such as sha256Hex, nor words such as db-secret-1: those are code, and names of secrets.
    pattern: new RegExp(
      `^\\s{0,40}(?:- )?["']?[\\w.-]{0,60}${NAMES}["']?: {1,3}(?![A-Za-z]{0,200}(?:\\d{1,4}[A-Za-z]{0,200}\\s{0,3}$|[-_.]))([^\\s"'\`<>{}$()\\\\|&*!#]{8,200})\\s{0,3}$`,
      'gim',
    ),
    keywords: ['pass', 'pwd', 'secret', 'token', 'key', 'credential'],
    entropy: 3,
  },
];

/** Rules whose secret is a guess by its name: what looks like code or words is not one. */
export const GUESSED: ReadonlySet<string> = new Set([
  'assigned-secret',
  'assigned-in-env',
  'assigned-in-yaml',
  'hex-key',
]);
