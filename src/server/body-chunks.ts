/** A chunk from this size on is kept as it came: what it costs beside its bytes is little against them. */
const WHOLE_BYTES = 16 * 1024;
const BLOCK_BYTES = 64 * 1024;

/**
 * Collects a body. Small chunks are joined: a client may send chunks of one byte, and each costs some 120 bytes beside its own, so a body
 * of 30 MiB would take 3.8 GB.
 */
export class BodyChunks {
  readonly #chunks: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    const isFirst = this.#length === 0;
    this.#length += chunk.length;
    // Most bodies are one chunk.
    if (isFirst || chunk.length >= WHOLE_BYTES) {
      this.#closeBlock();
      this.#chunks.push(chunk);
      return;
    }
    if (this.#used + chunk.length > BLOCK_BYTES) this.#closeBlock();
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#used += chunk.copy(this.#block, this.#used);
  }

  /** The body. Nothing is to be added after it. */
  take(): readonly Buffer[] {
    this.#closeBlock();
    this.#block = undefined;
    return this.#chunks;
  }

  /**
   * Copied once more to its very size, so that chunks large and small in turn leave no block nearly empty. Not from Node's pool, whose
   * pieces hold all of it: 64 KiB since Node 24.
   */
  #closeBlock(): void {
    if (this.#block === undefined || this.#used === 0) return;
    const whole = Buffer.allocUnsafeSlow(this.#used);
    this.#block.copy(whole, 0, 0, this.#used);
    this.#chunks.push(whole);
    this.#used = 0;
  }
}
