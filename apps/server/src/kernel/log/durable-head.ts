import { hash } from 'node:crypto';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readSync, write } from 'node:fs';
import { join } from 'node:path';
import type { LogPoint } from '../core/store.ts';

const NAME = 'durable-head';
const TITLE = 'glasshouse head 1';
const SLOT_BYTES = 128;
/** Between two writes. What a crash leaves is at most this old, and never ahead of the database. */
const WRITE_EVERY_MS = 20;

/**
 * The newest durable entry, kept in the data folder: outside the database, so that a database which
 * came back older than what people were told is noticed. Two slots are written in turn, each with a
 * checksum, so that a torn write leaves the other one. Written after the flush, in order, without
 * holding anybody up: behind the database after a crash, never ahead of it.
 */
export class HeadFile {
  readonly #file: number;
  /** There was no such file: a new installation, or somebody took it away. */
  readonly wasMissing: boolean;
  #newest: LogPoint | undefined;
  #slot = 0;
  #pending: LogPoint | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.wasMissing = !hasHeadFile(dataDir);
    this.#file = openOrCreate(join(dataDir, NAME));
    const slots = [0, 1].map((slot) => readSlot(this.#file, slot));
    const newest = slots[1] !== undefined && (slots[0]?.sequence ?? -1) < slots[1].sequence ? 1 : 0;
    this.#newest = slots[newest];
    this.#slot = 1 - newest;
  }

  /** What the file holds; undefined for a new data folder. */
  get newest(): LogPoint | undefined {
    return this.#newest;
  }

  /** To be called in the order of the log, once the entry is durable. */
  record(head: LogPoint): void {
    this.#pending = head;
    if (this.#writing === undefined) this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS).unref();
  }

  /** Writes what is pending and closes the file. */
  async close(): Promise<void> {
    await this.#writing;
    clearTimeout(this.#timer);
    if (this.#pending !== undefined) this.#write();
    await this.#writing;
    closeSync(this.#file);
  }

  #write(): void {
    this.#timer = undefined;
    const head = this.#pending as LogPoint;
    this.#pending = undefined;
    const slot = this.#slot;
    this.#writing = new Promise((resolve) => {
      write(this.#file, slotText(head), slot * SLOT_BYTES, () => {
        // A failed write (a full disk) leaves the file behind, which is allowed.
        this.#newest = head;
        this.#slot = 1 - slot;
        this.#writing = undefined;
        resolve();
        if (this.#pending !== undefined) this.record(this.#pending);
      });
    });
  }
}

export const hasHeadFile = (dataDir: string): boolean => existsSync(join(dataDir, NAME));

function openOrCreate(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const file = openSync(path, 'wx+', 0o600);
    ftruncateSync(file, 2 * SLOT_BYTES);
    return file;
  }
}

function slotText({ sequence, hash: entryHash }: LogPoint): string {
  const text = `${TITLE} ${sequence} ${entryHash.toString('hex')}`;
  return `${text} ${checksum(text)}`.padEnd(SLOT_BYTES - 1).concat('\n');
}

function readSlot(file: number, slot: number): LogPoint | undefined {
  const bytes = Buffer.alloc(SLOT_BYTES);
  readSync(file, bytes, 0, SLOT_BYTES, slot * SLOT_BYTES);
  const match = /^(glasshouse head 1 (\d{1,16}) ([0-9a-f]{64})) ([0-9a-f]{8}) *\n$/.exec(bytes.toString('latin1'));
  if (match === null || checksum(match[1] as string) !== match[4]) return undefined;
  return { sequence: Number(match[2]), hash: Buffer.from(match[3] as string, 'hex') };
}

const checksum = (text: string): string => hash('sha256', text).slice(0, 8);
