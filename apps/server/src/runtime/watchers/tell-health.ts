import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { type WatcherState, watchedCommand } from '../../money/funding/watched.ts';
import type { Log } from '../../platform/log.ts';

const TELL_EVERY_MS = 5_000;

interface HealthOptions {
  readonly bus: Pick<CoreBus, 'submit'>;
  readonly log: Pick<Log, 'warn'>;
  /** Text that nobody has had before. */
  readonly newId: () => string;
  /** By network, also those that nobody watches: the core may think that they are. */
  readonly states: () => ReadonlyMap<string, WatcherState>;
}

/**
 * Tells the core how the watchers are, by which it decides whether a person may vouch for what none
 * of them saw. Each state until the core has it; one that it has is not told again.
 */
export class HealthTeller {
  readonly #options: HealthOptions;
  readonly #reported = new Map<string, WatcherState>();
  readonly #timer: NodeJS.Timeout;
  #isTelling = false;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.tell(), TELL_EVERY_MS);
    this.#timer.unref();
    void this.tell();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (const [network, state] of this.#options.states()) {
        if (this.#reported.get(network) !== state) await this.#tell(network, state);
      }
    } finally {
      this.#isTelling = false;
    }
  }

  async #tell(network: string, state: WatcherState): Promise<void> {
    const { bus, log, newId } = this.#options;
    try {
      const answer = await bus.submit(watchedCommand(newId(), { network, state }));
      if (answer.code === code.coreUnavailable) return;
      if (answer.code !== 200) log.warn({ network, code: answer.code }, 'the core refused how a watcher is');
      this.#reported.set(network, state);
    } catch {
      // Whether the core has it is unknown: the next turn tells it again.
    }
  }
}
