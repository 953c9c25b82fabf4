import { parseUrl } from '../../lib/urls/url-lines.js';

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const SAFE_SCHEME = /^(?:https?|ftp|mailto|tel):/i;
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z\d+/=\s]*$/i;

/**
 * An address that nobody is harmed by: of the web, of mail or a telephone, or relative; absolute where `base` is known. Browsers
 * ignore control characters in it, and so they are taken out first.
 */
export function safeAddress(written: string | undefined, base?: URL): string | undefined {
  const address = written?.replace(/[\u0000-\u0020\u007f]+/g, (space) => (space.includes(' ') ? ' ' : '')).trim();
  if (address === undefined || address === '') return undefined;
  const url = base === undefined ? undefined : parseUrl(address, base.href);
  if (url !== undefined) return SAFE_SCHEME.test(url.href) ? url.href : undefined;
  return SCHEME.test(address) && !SAFE_SCHEME.test(address) ? undefined : address;
}

/** The same for a picture, whose address may also hold it: PNG, JPEG, GIF, WebP or AVIF, but not SVG, which can hold scripts. */
export const safePicture = (written: string | undefined, base?: URL): string | undefined =>
  safeAddress(written, base) ?? (PICTURE_DATA.test(written?.trim() ?? '') ? written?.trim() : undefined);
