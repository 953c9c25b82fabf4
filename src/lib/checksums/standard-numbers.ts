/** Check characters of numbers for publications and their authors. Each takes the characters before the check character. */

const digitsOf = (text: string): number[] => Array.from(text, Number);

const elevenths = (remainder: number): string => (remainder === 10 ? 'X' : String(remainder));

/** GS1 General Specifications 7.9: weights 1 and 3, the last digit before the check digit has 3. For ISBN-13, ISMN and EAN-13. */
export function gs1CheckDigit(digits: string): string {
  const list = digitsOf(digits).reverse();
  let sum = 0;
  for (const [index, digit] of list.entries()) sum += digit * (index % 2 === 0 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}

/** Weights that fall to 2, modulo 11: ISBN-10 (ISO 2108:1992) and ISSN (ISO 3297). */
export function modulo11CheckCharacter(digits: string): string {
  let sum = 0;
  for (const [index, digit] of digitsOf(digits).entries()) sum += digit * (digits.length + 1 - index);
  return elevenths((11 - (sum % 11)) % 11);
}

/** ISO/IEC 7064, MOD 11-2: ISNI and ORCID. */
export function modulo11And2CheckCharacter(digits: string): string {
  let sum = 0;
  for (const digit of digitsOf(digits)) sum = ((sum + digit) * 2) % 11;
  return elevenths((12 - sum) % 11);
}
