/** Apart from the sign behind it: what reads this source would follow it. */
const LINK = 'sourceMappingURL';

const address = (file: string): string => `${LINK}=${encodeURIComponent(file)}.map`;

/** The line behind code that says where its source map is: beside it, under the same name and `.map`. */
export const scriptMapLink = (file: string): string => `//# ${address(file)}\n`;

/** The same behind a style sheet. */
export const sheetMapLink = (file: string): string => `/*# ${address(file)} */\n`;
