/** One of the marks around a field and its result: ECMA-376 part 1, 17.16.18. */
export const fieldCharacter = (type: 'begin' | 'separate' | 'end', more = ''): string =>
  `<w:r><w:fldChar w:fldCharType="${type}"${more}/></w:r>`;

/** What a field shows: 17.16.23. */
export const fieldInstruction = (text: string): string =>
  `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
