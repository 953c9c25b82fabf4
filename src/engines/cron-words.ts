import { createRequire } from 'node:module';

import type { CronDialect } from '../lib/cron/cron.js';

const require = createRequire(import.meta.url);
const { default: cronstrue } = require('cronstrue/i18n.js') as typeof import('cronstrue/i18n.js');

function localeOf(tag: string): string | undefined {
  const names = Object.keys(cronstrue.locales);
  const [language = '', ...rest] = tag.toLowerCase().split(/[-_]/);
  if (language === 'zh')
    return rest.some((part) => part === 'hant' || part === 'tw' || part === 'hk') ? 'zh_TW' : 'zh_CN';
  if (language === 'no') return 'nb';
  return (
    names.find((name) => name.toLowerCase() === [language, ...rest].join('_')) ??
    names.find((name) => name === language) ??
    names.find((name) => name.startsWith(`${language}_`))
  );
}

/** An expression in words; `undefined` where the language is not known. What cannot be said in words gives an empty text. */
export function cronWords(expression: string, dialect: CronDialect, locale: string): string | undefined {
  const name = localeOf(locale);
  if (name === undefined) return undefined;
  // Of six fields cronstrue takes the first for seconds; AWS has none, but a year.
  const fields = dialect === 'aws' ? `0 ${expression}` : expression;
  const words = cronstrue.toString(fields, {
    locale: name,
    use24HourTimeFormat: true,
    dayOfWeekStartIndexZero: dialect === 'unix' || dialect === 'spring',
    logicalAndDayFields: dialect === 'spring',
    throwExceptionOnParseError: false,
  });
  return /^An error occurred/.test(words) || /undefined|NaN|null/.test(words) ? '' : words;
}
