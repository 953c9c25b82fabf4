/** The Luhn formula (ISO/IEC 7812-1, annex B) over digits. */

/** From the right: every second digit is doubled, beginning with the one before the last. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = (digits.charCodeAt(digits.length - 1 - i) - 48) * (i % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The digit that completes a number. */
export const luhnDigit = (digits: string): string => [...'0123456789'].find((digit) => isLuhn(digits + digit)) ?? '';
