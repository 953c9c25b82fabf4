/** An ISBN divided by the range message of the International ISBN Agency. */
interface DividedIsbn {
  /** With hyphens. */
  readonly isbn13: string;
  /** With hyphens; `undefined` where the prefix is not 978. */
  readonly isbn10: string | undefined;
  /** Registration group, such as 3 or 612. */
  readonly group: string;
  /** Its name: a language, country or region. */
  readonly groupName: string;
  readonly registrant: string;
}

/** Divides a valid ISBN-13 without hyphens; `undefined` where its range is not assigned to anybody. */
export type DivideIsbn = (isbn13: string) => DividedIsbn | undefined;

export async function openIsbnRanges(): Promise<DivideIsbn> {
  const { default: isbn } = await import('isbn3');
  return (isbn13) => {
    const parts = isbn.parse(isbn13);
    if (parts === null) return undefined;
    const { isbn13h, isbn10h, group, groupname, publisher } = parts;
    return { isbn13: isbn13h, isbn10: isbn10h, group, groupName: groupname, registrant: publisher };
  };
}
