import { rootCertificates } from 'node:tls';

/** The roots that Mozilla trusts, as Node carries them, in PEM form. Opens no connection. */
export const publicRoots = (): readonly string[] => rootCertificates;
