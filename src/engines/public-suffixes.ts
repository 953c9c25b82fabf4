import { type Entity, matchesOf } from '../lib/entities/entity.js';

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]{0,61}[\\p{L}\\p{N}])?';
const DOMAIN = new RegExp(
  `(?<![\\p{L}\\p{N}_@/\\\\.-])(?:_?${LABEL}\\.){1,8}(?:\\p{L}{2,24}|xn--[a-z\\d-]{2,59})(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}]|\\()`,
  'giu',
);

/** Endings of files and of code that are top-level domains too: names of two labels with them are files. */
const FILE_ENDINGS = new Set(
  'ac as bat bz cab cc cl cpp cs java js lol md mk ml mo mov now pa pl pm prof ps pub py rs sc sh so sql st tf ts vi zip'.split(
    ' ',
  ),
);
/** Members of objects in code. */
const CODE =
  /^(?:self|this|os|sys|e|i|foo|obj|app|window|document|system|console|std|math|string|list|array|node|req|res|event|item|user|data|module|process|package|java|javax|org|net|com)\.[a-z]+$/i;

/** Domain names in a text; `isMarked` says whether the text has a stretch in a form of its own. */
export type DomainFinder = (text: string, isMarked: (start: number, end: number) => boolean) => Entity[];

/**
 * Domain names whose top-level domain exists (Public Suffix List). Names of two labels that end as files do are left to files, unless
 * `isMarked` says that the text has them in a form of their own.
 */
export async function openDomainFinder(): Promise<DomainFinder> {
  const { parse } = await import('tldts');
  return (text, isMarked) => [
    ...matchesOf(text, 'domain', DOMAIN, ({ 0: found, index }) => {
      const { domain, isIcann, isPrivate } = parse(found, { allowPrivateDomains: true });
      if (domain === null || !(isIcann === true || isPrivate === true)) return undefined;
      const labels = found.split('.');
      const last = labels.at(-1) ?? '';
      if (!isMarked(index, index + found.length)) {
        // Numbers of a version, and a sentence that ends without a space: "end.It".
        if (
          /^\p{Lu}\p{Ll}/u.test(last) &&
          labels.slice(0, -1).every((label) => labels.length === 2 || /^\d+$/.test(label))
        )
          return undefined;
        if (labels.length === 2 && (FILE_ENDINGS.has(last.toLowerCase()) || CODE.test(found))) return undefined;
        if (/^(?:[a-z]\.){1,3}[a-z]{1,2}$/i.test(found)) return undefined;
      }
      const isReserved = /(?:^|\.)example\.(?:com|net|org)$/i.test(found);
      return { value: found.toLowerCase(), ...(isReserved ? { type: 'documentation' } : {}) };
    }),
  ];
}

/** Whether a domain ends in a public suffix of ICANN, and the part of it that is registered. */
export async function openDomainCheck(): Promise<
  (domain: string) => { readonly isKnown: boolean; readonly registered: string | undefined }
> {
  const { parse } = await import('tldts');
  return (domain) => {
    const { domain: registered, isIcann } = parse(domain, { extractHostname: false });
    return { isKnown: isIcann === true, registered: registered ?? undefined };
  };
}

/** Where a name is divided. */
export interface DomainParts {
  /** `null` where there is none: `localhost`. */
  readonly publicSuffix: string | null;
  /** The suffix and one label before it; `null` for a suffix itself. */
  readonly registrable: string | null;
  readonly subdomain: string;
  /** Who decides on the suffix: a registry, a company for its users, or nobody who is listed. */
  readonly suffixOf: 'registry' | 'company' | 'unlisted';
}

/** Divides names by the Public Suffix List; `withPrivate` takes the suffixes of companies too, as browsers do. */
export async function openDomainParts(withPrivate: boolean): Promise<(domain: string) => DomainParts> {
  const { parse } = await import('tldts');
  return (domain) => {
    const {
      publicSuffix,
      domain: registrable,
      subdomain,
      isIcann,
      isPrivate,
    } = parse(domain, {
      extractHostname: false,
      allowPrivateDomains: withPrivate,
    });
    return {
      publicSuffix,
      registrable,
      subdomain: subdomain ?? '',
      suffixOf: isPrivate === true ? 'company' : isIcann === true ? 'registry' : 'unlisted',
    };
  };
}
