import { z } from 'zod';

import { keyInfoOf, keyWeaknesses } from '../../formats/keys/key-info.js';
import type { SshEntry } from '../../formats/keys/ssh-entries.js';
import type { SshCertificate } from '../../lib/ssh/certificates.js';
import { randomart, shownType, sshFingerprints } from '../../lib/ssh/fingerprints.js';

const named = z.object({
  name: z.string().describe('Name of the option.'),
  value: z.string().describe('Its value; empty where it has none.'),
});

const certificateData = z.object({
  kind: z.enum(['user', 'host']).describe('Whether it is for a user or a host.'),
  keyId: z.string().describe('Name that the authority gave it.'),
  serialNumber: z.string().describe('Serial number in decimal.'),
  principals: z.array(z.string()).describe('Users or hosts it is for; empty for all.'),
  notBefore: z.string().describe('Start of validity in ISO 8601; empty for no bound.'),
  notAfter: z.string().describe('End of validity in ISO 8601; empty for no bound.'),
  valid: z.boolean().describe('Whether the signature is right and the current time is within the validity.'),
  reason: z.string().describe('Why it is not valid; empty where it is.'),
  criticalOptions: z.array(named).describe('Restrictions that a server must know.'),
  extensions: z.array(named).describe('What is allowed.'),
  authority: z.string().describe('Type and SHA-256 fingerprint of the key that signed it.'),
  signatureType: z.string().describe('Algorithm of the signature.'),
});

/** What is told of one key. */
export const sshKeyData = z.object({
  line: z.int().describe('Line of the key; 0 where the file is one key.'),
  notation: z.string().describe('What it is written as, such as openssh, openssh-public, known-hosts or ppk.'),
  type: z.string().describe('Type as SSH names it.'),
  keyType: z.string().describe('Type of the key: ed25519, ec, rsa or dsa.'),
  bits: z.int().describe('Length of the key.'),
  curve: z.string().describe('Curve of an ECDSA key; empty for other types.'),
  comment: z.string().describe('Comment; empty where there is none or it is encrypted.'),
  fingerprints: z
    .object({
      sha256: z.string().describe('SHA-256 as ssh shows it.'),
      md5: z.string().describe('MD5 as older programs show it.'),
    })
    .describe('Fingerprints of the public key.'),
  randomart: z.string().describe('Picture that ssh-keygen draws of the fingerprint.'),
  isPrivate: z.boolean().describe('Whether it is a private key.'),
  encryption: z.string().describe('How the private key is encrypted; empty where it is not.'),
  application: z.string().describe('Application of a key in a security key (FIDO); empty for other keys.'),
  options: z.array(named).describe('Options of a line in authorized_keys.'),
  hosts: z.array(z.string()).describe('Hosts of a line in known_hosts.'),
  marker: z.string().describe('Marker of a line in known_hosts: @cert-authority or @revoked; empty for none.'),
  certificate: certificateData.nullable().describe('What a certificate says; null for plain keys.'),
  warnings: z.array(z.string()).describe('What is weak about the key; empty if there is nothing.'),
});

const instantOf = (seconds: bigint | undefined): string =>
  seconds === undefined
    ? ''
    : seconds > 253_402_300_799n
      ? '9999-12-31T23:59:59Z'
      : `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;

function reportCertificate(certificate: SshCertificate, now: Date): z.output<typeof certificateData> {
  const { validAfter, validBefore, authority } = certificate;
  const seconds = BigInt(Math.floor(now.getTime() / 1000));
  const reason = !certificate.isSignatureValid
    ? 'The signature does not fit'
    : validBefore !== undefined && seconds >= validBefore
      ? 'It has expired'
      : validAfter !== undefined && seconds < validAfter
        ? 'It is not valid yet'
        : '';
  const { kind, keyId, principals, criticalOptions, extensions, signatureType } = certificate;
  return {
    ...{ kind, keyId, serialNumber: String(certificate.serialNumber), principals: [...principals] },
    notBefore: instantOf(validAfter),
    notAfter: instantOf(validBefore),
    ...{ valid: reason === '', reason, criticalOptions: [...criticalOptions], extensions: [...extensions] },
    authority: `${shownType(authority.type)} ${sshFingerprints(authority.blob).sha256}`,
    signatureType,
  };
}

/** `now` is what the validity of certificates is judged by. */
export function reportSshKey(entry: SshEntry, now: Date): z.output<typeof sshKeyData> {
  const { line, notation, type, comment, publicKey, encryption, isPrivate, details, certificate } = entry;
  const info = keyInfoOf(publicKey.key);
  const isSha1 = certificate?.signatureType === 'ssh-rsa';
  const weaknesses = [
    ...keyWeaknesses(info),
    ...(isPrivate && encryption === '' && publicKey.application === undefined
      ? ['The private key is not encrypted: whoever has the file has the key']
      : []),
    ...(isSha1 ? ['The certificate is signed with SHA-1: OpenSSH refuses it'] : []),
  ];
  return {
    ...{ line, notation, type, ...info, comment },
    fingerprints: sshFingerprints(publicKey.blob),
    randomart: randomart(publicKey.blob, shownType(type), info.bits),
    ...{ isPrivate, encryption, application: publicKey.application ?? '' },
    options: [...details.options],
    hosts: [...details.hosts],
    marker: details.marker,
    certificate: certificate === undefined ? null : reportCertificate(certificate, now),
    warnings: weaknesses,
  };
}

/** A key as `ssh-keygen -lv` lists it. */
export function listedKey({
  bits,
  fingerprints,
  comment,
  type,
  randomart: picture,
}: z.output<typeof sshKeyData>): string {
  return `${bits} ${fingerprints.sha256} ${comment === '' ? 'no comment' : comment} (${shownType(type)})\n${picture}\n`;
}
