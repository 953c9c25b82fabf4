/** RC2 (RFC 2268), which OpenSSL 3 has only in its legacy provider; old key files are locked with it. Checked with the vectors of the RFC. */

// RFC 2268, section 2: a permutation of 0 to 255 from the digits of pi.
const PI_TABLE = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb6266fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661e' +
    'd708e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b2555' +
    '9731 2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad'.replace(
      / /g,
      '',
    ),
  'hex',
);

function expand(key: Uint8Array, bits: number): Uint16Array {
  const bytes = new Uint8Array(128);
  bytes.set(key);
  for (let i = key.length; i < 128; i += 1) {
    bytes[i] = PI_TABLE[((bytes[i - 1] ?? 0) + (bytes[i - key.length] ?? 0)) & 255] ?? 0;
  }
  const effective = Math.ceil(bits / 8);
  const mask = 255 >> (8 * effective - bits);
  bytes[128 - effective] = PI_TABLE[(bytes[128 - effective] ?? 0) & mask] ?? 0;
  for (let i = 127 - effective; i >= 0; i -= 1) {
    bytes[i] = PI_TABLE[(bytes[i + 1] ?? 0) ^ (bytes[i + effective] ?? 0)] ?? 0;
  }
  const words = new Uint16Array(64);
  for (let i = 0; i < 64; i += 1) words[i] = (bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8);
  return words;
}

const ROTATIONS = [1, 2, 3, 5] as const;

function decryptBlock(words: Uint16Array, block: Uint16Array): void {
  let next = 63;
  const at = (i: number): number => block[i & 3] ?? 0;
  const unmix = (): void => {
    for (let i = 3; i >= 0; i -= 1) {
      const turn = ROTATIONS[i] ?? 1;
      const turned = ((at(i) >>> turn) | (at(i) << (16 - turn))) & 0xffff;
      block[i] = turned - (words[next] ?? 0) - (at(i + 3) & at(i + 2)) - (~at(i + 3) & 0xffff & at(i + 1));
      next -= 1;
    }
  };
  const unmash = (): void => {
    for (let i = 3; i >= 0; i -= 1) block[i] = at(i) - (words[at(i + 3) & 63] ?? 0);
  };
  for (const rounds of [5, 6, 5]) {
    for (let i = 0; i < rounds; i += 1) unmix();
    if (next >= 0) unmash();
  }
}

/** Undoes RC2 in CBC mode; the padding stays. `bits` is the effective length of the key. Whole blocks of 8 bytes only. */
export function decryptRc2(key: Uint8Array, bits: number, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  const words = expand(key, bits);
  const output = new Uint8Array(bytes.length - (bytes.length % 8));
  const block = new Uint16Array(4);
  for (let start = 0; start < output.length; start += 8) {
    for (let i = 0; i < 4; i += 1) block[i] = (bytes[start + 2 * i] ?? 0) | ((bytes[start + 2 * i + 1] ?? 0) << 8);
    decryptBlock(words, block);
    for (let i = 0; i < 8; i += 1) {
      const plain = ((block[i >> 1] ?? 0) >> (8 * (i & 1))) & 255;
      output[start + i] = plain ^ ((start === 0 ? iv[i] : bytes[start - 8 + i]) ?? 0);
    }
  }
  return output;
}
