const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

/** Whether more than half of the letters of a text are Hebrew, Arabic or of another script written from the right. */
export const isMostlyRtl = (text: string): boolean =>
  2 * (text.match(RTL)?.length ?? 0) > text.replace(/\P{L}/gu, '').length;
