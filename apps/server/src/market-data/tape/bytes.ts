/**
 * Growing byte buffers with variable-length integers: seven bits a byte, least significant first,
 * up to 2⁵³ − 1.
 */

const INITIAL_BYTES = 4_096;
const VARINT_BYTES_MAX = 8;

export class ByteWriter {
  #buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  /** A non-negative safe integer. */
  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`);
    this.#reserve(VARINT_BYTES_MAX);
    let rest = value;
    while (127 < rest) {
      this.#buffer[this.#length] = (rest % 128) + 128;
      this.#length += 1;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length] = rest;
    this.#length += 1;
  }

  /** Any integer whose double is still safe; small ones of either sign take one byte. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#buffer.writeDoubleLE(value, this.#length);
    this.#length += 8;
  }

  ascii(text: string): void {
    this.varint(text.length);
    this.#reserve(text.length);
    this.#buffer.write(text, this.#length, 'latin1');
    this.#length += text.length;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** A copy of what was written. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }
}

/**
 * Reads what `ByteWriter` wrote. Bytes that end early or say more than they hold mean a broken
 * store, so they throw.
 */
export class ByteReader {
  readonly #buffer: Buffer;
  #offset = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  byte(): number {
    const value = this.#buffer[this.#offset];
    if (value === undefined) throw new RangeError('the block ends early');
    this.#offset += 1;
    return value;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (let index = 0; index < VARINT_BYTES_MAX; index += 1) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (!Number.isSafeInteger(value)) break;
        return value;
      }
      scale *= 128;
    }
    throw new RangeError('a number in the block is too long');
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(): number {
    const end = this.#offset + 8;
    if (this.#buffer.length < end) throw new RangeError('the block ends early');
    const value = this.#buffer.readDoubleLE(this.#offset);
    this.#offset = end;
    return value;
  }

  ascii(): string {
    return this.bytes(this.varint()).toString('latin1');
  }

  /** A view, no copy. */
  bytes(length: number): Buffer {
    const end = this.#offset + length;
    if (this.#buffer.length < end) throw new RangeError('the block ends early');
    const bytes = this.#buffer.subarray(this.#offset, end);
    this.#offset = end;
    return bytes;
  }

  /** Asserts that everything was read. */
  end(): void {
    if (this.#offset !== this.#buffer.length) throw new RangeError('the block goes on after its end');
  }
}
