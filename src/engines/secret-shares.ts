/**
 * Shamir's secret sharing over GF(2^8), byte by byte, by an audited package. A share is as long as the secret and one byte more, its
 * place on the x-axis: the layout of HashiCorp Vault.
 */

/** Each share of a random polynomial. Bounds are the caller's: time grows with length × shares × threshold. */
export async function splitSecret(secret: Uint8Array, shares: number, threshold: number): Promise<Uint8Array[]> {
  const { split } = await import('shamir-secret-sharing');
  return split(Uint8Array.from(secret), shares, threshold);
}

/** The secret of at least two shares of equal length with different last bytes; of too few another, without a word. */
export async function combineShares(shares: readonly Uint8Array[]): Promise<Uint8Array> {
  const { combine } = await import('shamir-secret-sharing');
  return combine(shares.map((share) => Uint8Array.from(share)));
}
