import { overLimit } from '../../core/index.js';
import { readZone } from '../../formats/zone-names.js';
import type { CronDialect } from '../../lib/cron/cron.js';
import type { Zone } from '../../lib/zones/zone.js';

const MAX_LINES = 100;

interface CronLine {
  readonly line: number;
  readonly expression: string;
  readonly command: string;
  readonly zone: Zone;
}

/** The expressions of a text: one per line, or a crontab with comments, settings and commands. */
export function readCronLines(input: string, dialect: CronDialect, zone: Zone): CronLine[] {
  const lines: CronLine[] = [];
  let current = zone;
  for (const [index, raw] of input.split(/\r\n?|\n/).entries()) {
    const text = raw
      .replace(/^[-*•]\s+(?=["'`])/, '')
      .trim()
      .replace(/^(["'`])(.*)\1$/, '$2')
      .trim();
    const [, name, value = ''] = /^([A-Za-z_]\w*)\s*=\s*["']?([^"']*)["']?$/.exec(text) ?? [];
    if (name === 'CRON_TZ' || name === 'TZ') current = readZone(value, name);
    if (text === '' || text.startsWith('#') || name !== undefined) continue;
    if (lines.length >= MAX_LINES) throw overLimit(`Property "input" must have at most ${MAX_LINES} expressions`);
    lines.push({ line: index + 1, zone: current, ...commandOf(text, dialect) });
  }
  return lines;
}

function commandOf(text: string, dialect: CronDialect): { readonly expression: string; readonly command: string } {
  const [, macro = '', rest = ''] = /^(@\w+)(?:\s+(.*))?$/.exec(text) ?? [];
  if (macro !== '') return { expression: macro, command: rest };
  const fields = text.split(/\s+/);
  // What no field of a date can begin with is a command: `*/5 * * * * /usr/bin/backup`.
  const isCommand = dialect === 'unix' && fields.length > 5 && !/^[\d*?]/.test(fields[5] ?? '');
  if (!isCommand) return { expression: text, command: '' };
  return { expression: fields.slice(0, 5).join(' '), command: fields.slice(5).join(' ') };
}
