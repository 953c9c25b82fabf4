import { invalid, quote } from '../../core/errors.js';
import { FAKE_LOCALES, type FakeRows, openFakeRows } from '../../engines/fake-data.js';
import type { RandomBytes } from '../../lib/secrets/draw.js';

type FakeLocale = (typeof FAKE_LOCALES)[number];

/** The locale that option `locale` names, in any case, with a hyphen or an underscore. Throws INVALID_INPUT. */
export function fakeLocale(written: string): FakeLocale {
  const wanted = written.replace('_', '-').toLowerCase();
  const locale = FAKE_LOCALES.find((one) => one.toLowerCase() === wanted);
  if (locale === undefined)
    throw invalid(`Option "locale" is not one of ${FAKE_LOCALES.join(', ')}, got ${quote(written)}`);
  return locale;
}

/** Made-up data that is the same for the same bytes: 128 of their bits are the seed. */
export function seededRows(locale: FakeLocale, random: RandomBytes): Promise<FakeRows> {
  const words = new DataView(Uint8Array.from(random(16)).buffer);
  return openFakeRows(
    locale,
    [0, 4, 8, 12].map((at) => words.getUint32(at)),
  );
}
