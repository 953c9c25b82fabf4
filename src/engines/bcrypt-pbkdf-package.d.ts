declare module 'bcrypt-pbkdf' {
  /** Returns -1 where it refuses its parameters. */
  export function pbkdf(
    password: Uint8Array,
    passwordLength: number,
    salt: Uint8Array,
    saltLength: number,
    key: Uint8Array,
    keyLength: number,
    rounds: number,
  ): number;
}
