const partsOf = (line: string, separator: RegExp): string[] =>
  line
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The values of a line that lists several, none of which has a comma or semicolon itself: `22, 80; 443`. An empty place is no value. */
export const listedValues = (line: string): string[] => partsOf(line, /[,;]/);

/** As `listedValues`, and of a line that has nothing but addresses with spaces between. */
export const listedAddresses = (line: string): string[] =>
  listedValues(line).flatMap((part) => {
    const spaced = part.split(/\s/).filter((own) => own !== '');
    return spaced.every((own) => /^[\da-f.:]+$/i.test(own) && /[.:]/.test(own)) ? spaced : [part];
  });

/**
 * The values of a line whose values may have commas and semicolons, as DOIs and URLs do: there only one with a space behind it ends
 * a value.
 */
export const spacedValues = (line: string): string[] => partsOf(line, /[/<>()[\]@]/.test(line) ? /[,;]\s+/ : /[,;]/);

export const LISTED_NOTE = 'A line may list several, with commas or semicolons between.';
