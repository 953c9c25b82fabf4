/** Records and header fields of `tag=value` with semicolons between: RFC 6376 §3.2, which DMARC, BIMI, MTA-STS and TLS reports follow. */
export interface TagList {
  /** In their order; names as written, white space at both ends of a value removed. */
  readonly tags: ReadonlyMap<string, string>;
  /** What is not a tag, or comes a second time. */
  readonly errors: readonly string[];
}

export function readTags(text: string): TagList {
  const tags = new Map<string, string>();
  const errors: string[] = [];
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, equals === -1 ? undefined : equals).trim();
    if (equals === -1 || !/^[a-z][a-z0-9_]*$/i.test(name))
      errors.push(`${JSON.stringify(part.trim().slice(0, 60))} is not a tag`);
    else if (tags.has(name)) errors.push(`${name} comes more than once`);
    else tags.set(name, part.slice(equals + 1).trim());
  }
  return { tags, errors };
}
