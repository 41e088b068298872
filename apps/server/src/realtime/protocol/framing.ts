import { constants, deflateRaw, deflateRawSync } from 'node:zlib';

const OPCODE_TEXT = 1;
const OPCODE_PING = 9;
/** Below this many bytes compressing costs more than it saves. */
export const COMPRESS_BYTES_MIN = 512;
/** The four bytes that end a sync flush; RFC 7692 leaves them off the wire. */
const FLUSH_TAIL_BYTES = 4;
const FLUSH = { finishFlush: constants.Z_SYNC_FLUSH, level: 6 } as const;

/** One unmasked, unfragmented frame, as a server sends it. */
export function frameOf(opcode: number, payload: Buffer, compressed = false): Buffer {
  const length = payload.length;
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = 0x80 | (compressed ? 0x40 : 0) | opcode;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, headerBytes);
  return frame;
}

export const PING_FRAME = frameOf(OPCODE_PING, Buffer.alloc(0));

/**
 * One message for many sockets: encoded, compressed and framed at most once each, and the same
 * bytes written to all. That is sound because every compressing socket has agreed on
 * `server_no_context_takeover`: no message depends on an earlier one.
 */
export class SharedMessage {
  readonly #payload: Buffer;
  readonly #mayCompress: boolean;
  #plain: Buffer | undefined;
  #deflated: Buffer | undefined;

  constructor(content: string | Buffer, mayCompress = true) {
    this.#payload = typeof content === 'string' ? Buffer.from(content) : content;
    this.#mayCompress = mayCompress && COMPRESS_BYTES_MIN <= this.#payload.length;
  }

  bytes(deflate: boolean): Buffer {
    if (deflate && this.#mayCompress) {
      this.#deflated ??= compressedFrame(deflateRawSync(this.#payload, FLUSH));
      return this.#deflated;
    }
    this.#plain ??= frameOf(OPCODE_TEXT, this.#payload);
    return this.#plain;
  }

  /** Compresses off the main thread, for large messages that nobody awaits yet. */
  async prepare(): Promise<this> {
    if (!this.#mayCompress || this.#deflated !== undefined) return this;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    deflateRaw(this.#payload, FLUSH, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
    this.#deflated = compressedFrame(await promise);
    return this;
  }
}

const compressedFrame = (flushed: Buffer): Buffer =>
  frameOf(OPCODE_TEXT, flushed.subarray(0, flushed.length - FLUSH_TAIL_BYTES), true);
