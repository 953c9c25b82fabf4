/** Addresses made harmless to click, and back: as threat reports write them. */

export interface DefangParts {
  readonly schemes: boolean;
  readonly dots: boolean;
  readonly atSigns: boolean;
}

const SCHEMES: Readonly<Record<string, string>> = { http: 'hxxp', https: 'hxxps', ftp: 'fxp', ftps: 'fxps' };
const SCHEME_BACK: Readonly<Record<string, string>> = {
  hxxp: 'http',
  hxxps: 'https',
  hxtp: 'http',
  hxtps: 'https',
  fxp: 'ftp',
  fxps: 'ftps',
};

/** A URL with its host, an e-mail address, an IPv4 address, or a domain of two labels and more. Linear: no part can be read in two ways. */
const ADDRESS =
  /\b(?:hxxps?|fxps?):\/\/\S+|\b(?:(https?|ftps?):\/\/)?(?:([\w.+-]{1,64})@)?((?:\d{1,3}\.){3}\d{1,3}|(?:[\w-]{1,63}\.){1,30}[a-z\d-]{2,63})(?![\w-])((?::\d{1,5})?[/?#]\S*)?/gi;

/** Writes addresses in a text so that nothing makes links of them. What is not an address, and what is defanged already, stays. */
export function defang(text: string, parts: DefangParts): string {
  return text.replace(
    ADDRESS,
    (found, scheme: string | undefined, user: string | undefined, host: string | undefined, rest = '') => {
      if (host === undefined) return found;
      if (scheme === undefined && user === undefined && !isHost(host)) return found;
      const before =
        scheme === undefined
          ? ''
          : `${parts.schemes ? withCaseOf(scheme, SCHEMES[scheme.toLowerCase()] ?? scheme) : scheme}://`;
      const owner =
        user === undefined ? '' : `${parts.dots ? user.replaceAll('.', '[.]') : user}${parts.atSigns ? '[@]' : '@'}`;
      return `${before}${owner}${parts.dots ? host.replaceAll('.', '[.]') : host}${rest}`;
    },
  );
}

/** Numbers such as 1.25 and names of files such as main.c are no hosts. */
function isHost(host: string): boolean {
  if (/^[\d.]+$/.test(host))
    return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(host) && host.split('.').every((part) => Number(part) < 256);
  return /\.(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i.test(host);
}

const withCaseOf = (model: string, word: string): string => (model === model.toUpperCase() ? word.toUpperCase() : word);

/** Undoes what reports write for dots, schemes, slashes and at signs. */
export function refang(text: string): string {
  return text
    .replace(/\b(hxxps?|hxtps?|fxps?)(?=\s?(?:\[:\/\/\]|\[:\]\/\/|:\/\/|\(:\)\/\/))/gi, (found) =>
      withCaseOf(found, SCHEME_BACK[found.toLowerCase()] ?? found),
    )
    .replace(/\[:\/\/\]|\[:\]\/\/|\(:\)\/\//g, '://')
    .replace(/\s?(?:\[(?:\.|dot|punkt)\]|\((?:\.|dot)\)|\{(?:\.|dot)\}|\\\.|\[\.(?=\w)|(?<=\w)\.\])\s?/gi, '.')
    .replace(/\s?(?:\[(?:@|at)\]|\((?:@|at)\)|\{(?:@|at)\})\s?/gi, '@')
    .replace(/\[(?:\/)\]/g, '/');
}
