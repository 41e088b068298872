/**
 * Mutated images: what a stranger's file may look like. Seeded, so that a failure can be repeated.
 */
export class Mutations {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Mulberry32, in [0, 1). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** One of the samples with one to three changes. */
  mutate(samples: readonly Buffer[]): Buffer {
    let bytes: Buffer = Buffer.from(samples[this.#below(samples.length)]!);
    const changes = 1 + this.#below(3);
    for (let change = 0; change < changes; change += 1) bytes = this.#change(bytes, samples);
    return bytes;
  }

  #change(bytes: Buffer, samples: readonly Buffer[]): Buffer {
    // Most of what matters to a decoder is near the start.
    const at = this.#next() < 0.3 ? this.#below(Math.min(bytes.length, 200)) : this.#below(bytes.length);
    const length = 1 + this.#below(64);
    switch (this.#below(12)) {
      case 0:
      case 8:
      case 9:
      case 10:
      case 11:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#below(8));
        return bytes;
      case 1:
        bytes[at] = [0, 1, 0x7f, 0x80, 0xff][this.#below(5)]!;
        return bytes;
      case 2:
        return bytes.subarray(0, Math.max(1, at));
      case 3:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
      case 4:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)]);
      case 5: {
        const donor = samples[this.#below(samples.length)]!;
        return Buffer.concat([bytes.subarray(0, at), donor.subarray(this.#below(donor.length))]);
      }
      case 6:
        if (at + 4 <= bytes.length) bytes.writeUInt32BE(this.#below(2 ** 32), at);
        return bytes;
      default:
        return Buffer.concat([bytes, Buffer.from(Array.from({ length }, () => this.#below(256)))]);
    }
  }
}
