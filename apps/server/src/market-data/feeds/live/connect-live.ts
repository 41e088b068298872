import { Worker } from 'node:worker_threads';
import { BackOff } from '../../../platform/back-off.ts';
import type { Log } from '../../../platform/log.ts';
import type { RecentBars } from '../../candles/recent-bars.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { ConnectLive } from '../open-feeds.ts';
import type { LiveFeedName } from '../registry.ts';
import type { FeedSettings } from '../settings.ts';
import { LiveFeed } from './live-feed.ts';
import type { FromLive, LiveWorkerData, ToLive } from './messages.ts';

const STOP_TIMEOUT_MS = 4_000;

export interface LiveConnectionsOptions {
  readonly settings: FeedSettings;
  readonly databaseUrl: string | undefined;
  readonly logLevel: string;
  readonly log: Log;
}

type RecentBarsListener = (code: string, bars: RecentBars) => void;

/** The threads of live feeds: started when a feed is opened, and restarted when one dies. */
export class LiveConnections {
  readonly #options: LiveConnectionsOptions;
  readonly #workers = new Map<LiveFeed, Worker>();
  /** What was filled in before there was a listener, by instrument. */
  readonly #early = new Map<string, RecentBars>();
  #listener: RecentBarsListener = (code, bars) => this.#early.set(code, bars);
  #stopping = false;

  constructor(options: LiveConnectionsOptions) {
    this.#options = options;
  }

  readonly connect: ConnectLive = (name, instruments) => {
    const feed = new LiveFeed(
      name,
      instruments.map(({ code }) => code),
    );
    this.#start(feed, instruments, new BackOff(Math.random));
    return feed;
  };

  /**
   * Bars of an instrument were filled in from its source. Feeds open before the listener can exist.
   */
  onRecentBars(listener: RecentBarsListener): void {
    this.#listener = listener;
    for (const [code, bars] of this.#early) listener(code, bars);
    this.#early.clear();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(
      [...this.#workers.values()].map(async (worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        worker.postMessage({ kind: 'stop' } satisfies ToLive);
        const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
        await ended;
        clearTimeout(timer);
      }),
    );
  }

  #start(feed: LiveFeed, instruments: readonly Instrument[], backOff: BackOff): void {
    const { settings, databaseUrl, logLevel, log } = this.#options;
    const name = feed.name as LiveFeedName;
    const workerData: LiveWorkerData = { name, settings, instruments, databaseUrl, logLevel };
    const worker = new Worker(new URL('./live-worker.ts', import.meta.url), { workerData, name: `feed ${name}` });
    this.#workers.set(feed, worker);
    worker.on('message', (message: FromLive) => {
      if (message.kind === 'past') this.#listener(message.code, message.bars);
      else {
        feed.receive(message.ticks);
        backOff.succeeded();
      }
    });
    worker.on('error', (error) => log.error({ feed: name, reason: error.message }, 'the thread of a feed failed'));
    worker.on('exit', () => {
      this.#workers.delete(feed);
      if (this.#stopping) return;
      const waitMs = backOff.next();
      log.warn({ feed: name, waitMs }, 'the thread of a feed ended; it starts again');
      setTimeout(() => {
        if (!this.#stopping) this.#start(feed, instruments, backOff);
      }, waitMs);
    });
  }
}
