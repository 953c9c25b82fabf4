/** Names of numbers that expressions know. */

type Constant = 'pi' | 'e' | 'phi' | 'tau';
const CONSTANTS: Readonly<Record<string, Constant>> = {
  pi: 'pi',
  π: 'pi',
  e: 'e',
  phi: 'phi',
  φ: 'phi',
  tau: 'tau',
  τ: 'tau',
};
export const constantOf = (word: string): Constant | undefined =>
  Object.hasOwn(CONSTANTS, word) ? CONSTANTS[word] : undefined;
