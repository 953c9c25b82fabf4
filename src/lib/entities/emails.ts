import { type Entity, matchesOf } from './entity.js';

/** A part before the at sign: RFC 5322 §3.2.3 without quotes; beyond ASCII as in RFC 6531. */
const EMAIL =
  /(?<![\p{L}\p{N}._%+@-])[\p{L}\p{N}_%+'&!#$*/=?^`{|}~-]{1,64}(?:\.[\p{L}\p{N}_%+'&!#$*/=?^`{|}~-]{1,64}){0,8}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:\p{L}{2,24}|xn--[a-z\d-]{2,59})(?![\p{L}\p{N}]|[@-][\p{L}\p{N}])/giu;

/** What is written around an address and may be part of one: `'a@b.org'`, `{a@b.org}`, `to=a@b.org`. */
const WRAPPING = /^(?:.*[=?&|{}`*/])?['!#$^~]*/;

/** E-mail addresses, international ones too, with a domain of at least two labels. */
export function* emailsIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'email', EMAIL, ({ 0: found, index }) => {
    const at = found.lastIndexOf('@');
    const local = found.slice(0, at);
    const wrapped = WRAPPING.exec(local)?.[0].length ?? 0;
    if (wrapped >= local.length || local.length - wrapped > 64) return undefined;
    const value = found.slice(wrapped);
    const domain = value.slice(value.lastIndexOf('@') + 1);
    // Pictures of double density: icon@2x.png.
    if (domain.length > 253 || /^\d+x\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(domain)) return undefined;
    return { start: index + wrapped, value: `${value.slice(0, -domain.length)}${domain.toLowerCase()}` };
  });
}
