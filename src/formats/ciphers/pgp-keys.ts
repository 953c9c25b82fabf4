import { invalid } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { readPgpKeys, unlockPgpKeys } from '../../engines/openpgp.js';
import { PasswordFault } from '../../lib/faults.js';

/** Keys of an option, none where it is empty. Throws INVALID_INPUT naming the option, never its content. */
export const readKeysOption = async (name: string, value: string): ReturnType<typeof readPgpKeys> =>
  value.trim() === '' ? [] : refusing(`Cannot read option "${name}"`, () => readPgpKeys(value));

/** Private keys of an option, opened by the password of another option. Throws INVALID_INPUT as above. */
export async function readPrivateKeysOption(
  name: string,
  value: string,
  { password, passwordName }: { readonly password: string; readonly passwordName: string },
): ReturnType<typeof unlockPgpKeys> {
  if (value.trim() === '') return [];
  const keys = await readKeysOption(name, value);
  try {
    return await refusing(`Cannot read option "${name}"`, () => unlockPgpKeys(keys, password));
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof PasswordFault)) throw error;
    throw invalid(
      cause.password === 'missing'
        ? `Option "${passwordName}" must be given: the key in option "${name}" is locked`
        : `Option "${passwordName}" must be the password of the key in option "${name}", got another`,
      cause,
    );
  }
}
