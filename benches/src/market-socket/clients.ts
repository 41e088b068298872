import { connect, type Socket } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { serveCalls } from '../harness/program.ts';
import type { ClientCalls } from './calls.ts';

/**
 * Thousands of clients in one process, with a minimal protocol implementation to keep them cheap: a
 * frame is identified by its first and last bytes, and only the first copy is decompressed. The
 * first bytes alone are not enough: they are mostly the Huffman table, and two frames 3.5 s apart
 * once had the same one, so the second counted as a late copy of the first.
 */
const REQUEST = [
  'GET /swx/ws/market HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol: glasshouse.v1',
  'Sec-WebSocket-Extensions: permessage-deflate',
  '\r\n',
].join('\r\n');
const PONG = Buffer.from([0x8a, 0x80, 1, 2, 3, 4]);
/** More would overflow the kernel's accept queue. */
const CONNECTING_MAX = 64;
/** Clients per loopback address; servers limit sockets per address. */
const PER_ADDRESS = 150;
const KEY_BYTES = 48;

interface Kind {
  readonly seq: number;
  readonly at: number;
  readonly frameBytes: number;
  times: number[];
}

const kinds = new Map<string, Kind | undefined>();
const sockets: Socket[] = [];
let bytes = 0;

function openClient(port: number, index: number): Promise<void> {
  const host = '127.0.0.1';
  const socket = connect({ port, host, localAddress: `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}` });
  sockets.push(socket);
  let rest: Buffer | undefined;
  let isOpen = false;
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed a socket')));
    socket.once('connect', () => socket.write(REQUEST));
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      let data = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
      if (!isOpen) {
        const end = data.indexOf('\r\n\r\n');
        if (end === -1) {
          rest = data;
          return;
        }
        if (!data.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101')))
          return reject(new Error(data.toString('latin1')));
        isOpen = true;
        socket.removeAllListeners('close');
        resolve();
        data = data.subarray(end + 4);
      }
      const used = takeFrames(socket, data);
      rest = used < data.length ? data.subarray(used) : undefined;
    });
  });
}

/** Records every complete frame in `data`; returns their total bytes. */
function takeFrames(socket: Socket, data: Buffer): number {
  let offset = 0;
  while (offset + 2 <= data.length) {
    const short = (data[offset + 1] as number) & 0x7f;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (data.length < offset + header) break;
    const length =
      short < 126 ? short : short === 126 ? data.readUInt16BE(offset + 2) : Number(data.readBigUInt64BE(offset + 2));
    const end = offset + header + length;
    if (data.length < end) break;
    const first = data[offset] as number;
    if ((first & 0x0f) === 9) socket.write(PONG);
    else if ((first & 0x0f) === 1) note(data.subarray(offset + header, end), (first & 0x40) !== 0, end - offset);
    offset = end;
  }
  return offset;
}

function note(payload: Buffer, isCompressed: boolean, frameBytes: number): void {
  const key = payload.toString('latin1', 0, KEY_BYTES) + payload.toString('latin1', payload.length - KEY_BYTES);
  if (!kinds.has(key)) kinds.set(key, kindOf(payload, isCompressed, frameBytes));
  kinds.get(key)?.times.push(Date.now());
}

/** Undefined for frames that do not count, such as the snapshot of a new client. */
function kindOf(payload: Buffer, isCompressed: boolean, frameBytes: number): Kind | undefined {
  const text = isCompressed
    ? inflateRawSync(Buffer.concat([payload, Buffer.from([0, 0, 255, 255])]), { finishFlush: 2 })
    : payload;
  const { type, seq, at } = JSON.parse(text.toString());
  return type === 'update' || type === 'depth' ? { seq, at, frameBytes, times: [] } : undefined;
}

/** A short client frame; a zero mask leaves the text unchanged. */
const textFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

serveCalls<ClientCalls>({
  async connect({ port, clients, hello }) {
    let next = 0;
    const worker = async () => {
      while (next < clients) {
        const index = next;
        next += 1;
        await openClient(port, index);
      }
    };
    await Promise.all(Array.from({ length: CONNECTING_MAX }, worker));
    if (hello !== '') for (const socket of sockets) socket.write(textFrame(hello));
    return { connected: sockets.length };
  },
  begin() {
    for (const kind of kinds.values()) if (kind !== undefined) kind.times = [];
    bytes = 0;
    return undefined;
  },
  arrived() {
    const frames = [...kinds.values()].filter((kind) => kind !== undefined && 0 < kind.times.length) as Kind[];
    return { frames: frames.map((kind) => ({ ...kind, times: Float64Array.from(kind.times) })), bytes };
  },
});
