import { appendFile } from 'node:fs/promises';
import type { Anchor } from '@glasshouse/rules/proofs/anchor';
import type { Checkpoint } from '@glasshouse/rules/proofs/checkpoint';
import { checkpointsBefore } from '../kernel/verify/checkpoints.ts';
import type { TapeKey } from '../market-data/tape/keys.ts';
import type { Log } from '../platform/log.ts';
import type { Pool } from '../platform/postgres.ts';
import { type AnchorLink, keepAnchor, newestLink, readAnchor } from './anchors.ts';
import { readLinkFile, writeLinkFile } from './link-file.ts';

/** Where anchors go besides the database: places that the operator does not control alone. */
export interface AnchorSettings {
  readonly file: string | undefined;
  readonly url: string | undefined;
}

export interface AnchorKeeperOptions {
  readonly pool: Pool;
  readonly key: TapeKey;
  readonly settings: AnchorSettings;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** The newest link is kept there, beside the key: outside the database. */
  readonly dataDir?: string;
  /** Tests do not wait. */
  readonly retryMs?: number;
}

const EVERY_MS = 60_000;
/** A few seconds after the full minute, so that the minute just closed is in it. */
const OFFSET_MS = 10_000;
const EARLY_MS_MAX = 1_000;
/** Those of a day; more are dropped, oldest first, and told. */
export const ANCHORS_WAITING_MAX = 1_440;
const RETRY_MS = 5_000;
const RETRY_MS_MAX = 300_000;
const POST_TIMEOUT_MS = 10_000;

/**
 * Publishes an anchor a minute: into the database, a file and an address. What is signed of the
 * whole state goes to the latter too.
 */
export class AnchorKeeper {
  readonly #options: AnchorKeeperOptions;
  readonly #targets: readonly Target[];
  #timer: NodeJS.Timeout | undefined;
  /** The newest link: of this process, or of the one before. */
  #link: AnchorLink | undefined;
  /** The newest checkpoint that went to the targets. */
  #checkpointed = 0;
  #publishing: Promise<Anchor | undefined> | undefined;

  constructor(options: AnchorKeeperOptions) {
    this.#options = options;
    const { file, url } = options.settings;
    const targets: Target[] = [];
    if (file !== undefined) targets.push(new Target(`the file ${file}`, (text) => appendFile(file, text), options));
    if (url !== undefined) targets.push(new Target(hostOf(url), (text) => post(url, text), options));
    this.#targets = targets;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.start();
      void this.publish();
    }, waitFor(this.#options.now()));
    this.#timer.unref();
  }

  /**
   * Reads the head now, keeps it and hands it to every target. One at a time, because each anchor
   * has the number after the last: while one is on its way, that one is the answer.
   */
  publish(): Promise<Anchor | undefined> {
    this.#publishing ??= this.#publish().finally(() => {
      this.#publishing = undefined;
    });
    return this.#publishing;
  }

  async #publish(): Promise<Anchor | undefined> {
    const { pool, key, now, log } = this.#options;
    try {
      const anchor = await readAnchor(pool, key, now());
      this.#link = await keepAnchor(pool, key, anchor, this.#link ?? (await this.#lastLink()));
      const { dataDir } = this.#options;
      if (dataDir !== undefined && this.#link !== undefined) writeLinkFile(dataDir, this.#link);
      for (const target of this.#targets) target.push(anchor);
      const [checkpoint] = await checkpointsBefore(pool, null, 1);
      if (checkpoint !== undefined && this.#checkpointed < checkpoint.seq) {
        this.#checkpointed = checkpoint.seq;
        for (const target of this.#targets) target.push(checkpoint);
      }
      return anchor;
    } catch (error) {
      log.warn({ err: error }, 'no anchor was published this minute');
      return undefined;
    }
  }

  /** What the data folder has, or the database where it has none; of two that differ, the newer. */
  async #lastLink(): Promise<AnchorLink | undefined> {
    const { pool, dataDir, log } = this.#options;
    const stored = await newestLink(pool);
    const link = dataDir === undefined ? undefined : readLinkFile(dataDir);
    if (link === undefined || link.number <= (stored?.number ?? 0)) return stored;
    log.error({ kept: link.number, stored: stored?.number ?? 0 }, 'anchors are missing in the database');
    return link;
  }

  /** What keeps failing, for the console; empty when everything arrives. */
  problems(): readonly { target: string; since: number; waiting: number }[] {
    return this.#targets.flatMap((target) => target.problem ?? []);
  }

  /** Resolves once what waits has been tried again. */
  async flush(): Promise<void> {
    await Promise.all(this.#targets.map((target) => target.flush()));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    for (const target of this.#targets) target.stop();
    await Promise.race([this.flush(), new Promise((done) => setTimeout(done, 1_000).unref())]);
  }
}

/** A timer may fire a millisecond early; the minute that it was for is not waited for again. */
export function waitFor(now: number): number {
  const wait = EVERY_MS - ((now - OFFSET_MS) % EVERY_MS);
  return wait < EARLY_MS_MAX ? wait + EVERY_MS : wait;
}

/** One place that anchors are appended to, in order, each until it arrived. */
class Target {
  readonly #name: string;
  readonly #write: (text: string) => Promise<void>;
  readonly #options: AnchorKeeperOptions;
  #waiting: (Anchor | Checkpoint)[] = [];
  #failures = 0;
  #failingSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(name: string, write: (text: string) => Promise<void>, options: AnchorKeeperOptions) {
    this.#name = name;
    this.#write = write;
    this.#options = options;
  }

  get problem(): { target: string; since: number; waiting: number } | undefined {
    if (this.#failures === 0) return undefined;
    return { target: this.#name, since: this.#failingSince, waiting: this.#waiting.length };
  }

  push(anchor: Anchor | Checkpoint): void {
    this.#waiting.push(anchor);
    const dropped = this.#waiting.length - ANCHORS_WAITING_MAX;
    if (0 < dropped) {
      this.#waiting = this.#waiting.slice(dropped);
      this.#options.log.error({ target: this.#name, dropped }, 'anchors were dropped: their target is away too long');
    }
    if (this.#timer === undefined) void this.flush();
  }

  flush(): Promise<void> {
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (0 < this.#waiting.length) {
      const sent = [...this.#waiting];
      try {
        await this.#write(sent.map((anchor) => `${JSON.stringify(anchor)}\n`).join(''));
        this.#waiting = this.#waiting.filter((anchor) => !sent.includes(anchor));
        if (0 < this.#failures) this.#options.log.warn({ target: this.#name }, 'anchors arrive again');
        this.#failures = 0;
      } catch (error) {
        this.#fail(error as Error);
        return;
      }
    }
  }

  #fail(error: Error): void {
    const { now, log, retryMs = RETRY_MS } = this.#options;
    if (this.#failures === 0) this.#failingSince = now();
    this.#failures += 1;
    log.error({ err: error, target: this.#name, waiting: this.#waiting.length }, 'anchors do not arrive');
    if (this.#isStopped) return;
    const wait = Math.min(RETRY_MS_MAX, retryMs * 2 ** Math.min(10, this.#failures - 1));
    this.#timer = setTimeout(() => void this.flush(), wait);
    this.#timer.unref();
  }
}

/** Without the path, which may hold a secret. */
const hostOf = (url: string): string => new URL(url).host;

async function post(url: string, text: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: text,
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
}
