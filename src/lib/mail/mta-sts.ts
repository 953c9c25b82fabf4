/** Fields of an MTA-STS policy: RFC 8461 §3.2. */
export function readMtaSts(text: string) {
  const fields = text.split(/\r?\n/).map((line) => /^\s*([a-z_]+)\s*:\s*(.*?)\s*$/i.exec(line));
  const of = (name: string): string[] =>
    fields.flatMap((field) => (field?.[1]?.toLowerCase() === name ? [field[2] ?? ''] : []));
  const mode = of('mode')[0] ?? '';
  const maxAge = Number(of('max_age')[0] ?? Number.NaN);
  const errors = [
    ...(of('version')[0] === 'STSv1' ? [] : ['version must be STSv1']),
    ...(/^(?:enforce|testing|none)$/.test(mode) ? [] : ['mode must be enforce, testing or none']),
    ...(Number.isInteger(maxAge) && maxAge >= 0 && maxAge <= 31_557_600
      ? []
      : ['max_age must be a number of seconds up to 31557600']),
    ...(mode === 'none' || of('mx').length > 0 ? [] : ['mx is missing']),
  ];
  return { mode, mx: of('mx'), maxAge: Number.isNaN(maxAge) ? null : maxAge, errors };
}

/** Whether a mail server is among the patterns of a policy: a star stands for the first label. RFC 8461 §4.1. */
export const matchesMx = (host: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    const wanted = pattern.toLowerCase();
    return wanted.startsWith('*.') ? host.replace(/^[^.]+/, '*') === wanted : host === wanted;
  });
