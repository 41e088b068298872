import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { code } from '@glasshouse/api/codes';
import { NETWORK_NAMES } from '@glasshouse/api/networks';
import type { OwnedEvent } from '../../chains/watch/events.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { CommandInput } from '../../kernel/core/types.ts';
import { confirmedCommand, seenCommand, vanishedCommand } from '../../money/deposits/chain-commands.ts';
import type { WatcherState } from '../../money/funding/watched.ts';
import { BackOff } from '../../platform/back-off.ts';
import type { Log } from '../../platform/log.ts';
import type { WatcherMessage, WatcherReply, WatchersData } from './messages.ts';
import { HealthTeller } from './tell-health.ts';

export interface WatchersOptions extends WatchersData {
  readonly bus: Pick<CoreBus, 'submit'>;
  readonly log: Log;
}

export interface WatcherProblem {
  readonly problem: string;
  /** Epoch ms of the first failure in a row. */
  readonly since: number;
}

/** Main's side of the thread that follows the chains; without watched networks there is none. */
export class Watchers {
  readonly #options: WatchersOptions;
  readonly #backOff = new BackOff(Math.random);
  readonly #problems = new Map<string, WatcherProblem>();
  readonly #teller: HealthTeller;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: WatchersOptions) {
    this.#options = options;
    if (0 < Object.keys(options.chains.watch).length) this.#start();
    this.#teller = new HealthTeller({
      bus: options.bus,
      log: options.log,
      newId: randomUUID,
      states: () => new Map(NETWORK_NAMES.map((network) => [network, this.#stateOf(network)])),
    });
  }

  #stateOf(network: string): WatcherState {
    if (this.#options.chains.watch[network] === undefined) return 'none';
    return this.#problems.has(network) ? 'ill' : 'well';
  }

  /** What stands in the way, by network; empty while all is well. */
  get problems(): ReadonlyMap<string, WatcherProblem> {
    return this.#problems;
  }

  /** Whether a payout on the network can be seen by a watcher now. */
  stateOf(network: string): 'well' | 'down' | 'none' {
    if (!Object.hasOwn(this.#options.chains.watch, network)) return 'none';
    return this.#problems.has(network) ? 'down' : 'well';
  }

  /** Whether each watched chain is read. */
  get health(): { readonly [network: string]: boolean } {
    const networks = Object.keys(this.#options.chains.watch);
    return Object.fromEntries(networks.map((network) => [network, !this.#problems.has(network)]));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    this.#teller.stop();
    await this.#worker?.terminate();
  }

  #start(): void {
    const { databaseUrl, chains, logLevel, log } = this.#options;
    const data: WatchersData = { databaseUrl, chains, logLevel };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data, name: 'watchers' });
    this.#worker = worker;
    worker.on('message', (message: WatcherMessage) => {
      if (message.kind === 'problem') this.#changed(message.network, message.problem);
      else void this.#report(worker, message);
    });
    worker.on('error', (error) => log.error({ err: error }, 'the thread of the watchers failed'));
    worker.on('exit', () => {
      if (this.#isStopping) return;
      const afterMs = this.#backOff.next();
      for (const network of Object.keys(chains.watch)) this.#set(network, 'the watcher starts again');
      log.error({ afterMs }, 'the watchers ended; they start again');
      this.#timer = setTimeout(() => this.#start(), afterMs);
    });
  }

  #changed(network: string, problem: string | undefined): void {
    const { log } = this.#options;
    if (problem === undefined) {
      this.#problems.delete(network);
      log.info({ network }, 'the chain is read again');
    } else {
      this.#set(network, problem);
      log.warn({ network, problem }, 'the chain cannot be read; it is tried again');
    }
  }

  #set(network: string, problem: string): void {
    this.#problems.set(network, { problem, since: this.#problems.get(network)?.since ?? Date.now() });
  }

  async #report(worker: Worker, { ticket, event }: Extract<WatcherMessage, { kind: 'report' }>): Promise<void> {
    const isAccepted = await this.#submit(event);
    if (isAccepted) this.#backOff.succeeded();
    worker.postMessage({ ticket, taken: isAccepted } satisfies WatcherReply);
  }

  /** False: whether the core has it is unknown, so it must be told again. */
  async #submit(event: OwnedEvent): Promise<boolean> {
    const { bus, log } = this.#options;
    const command = commandOf(event);
    try {
      const answer = await bus.submit(command);
      if (answer.code === code.coreUnavailable) return false;
      if (answer.code !== 200) log.warn({ id: command.id, code: answer.code }, 'the core refused what a watcher told');
      return true;
    } catch {
      return false;
    }
  }
}

/** What a watcher tells, as a command about the person. */
export function commandOf({ userId, event }: OwnedEvent): CommandInput {
  if (event.kind === 'payout') {
    const { network, id, txHash, outcome, shown, payment } = event;
    const about = { ...(shown !== undefined && { shown }), ...(payment !== undefined && { payment }) };
    return {
      // Another digest is another report: the first one may have been of an altered row.
      id: `withdrawals.confirmed:${network}:${txHash}:${id}:${outcome}${shown === undefined ? '' : `:${shown.slice(0, 16)}`}`,
      userId,
      book: 'real',
      type: 'withdrawals.confirmed',
      body: { id, hash: txHash, outcome, ...about },
    };
  }
  const { network, txHash: hash, index: output, round, address, asset, amount, sender, block } = event.transfer;
  const transfer = { userId, network, hash, output, round };
  switch (event.kind) {
    case 'seen':
      return seenCommand({ ...transfer, address, asset, amount, sender, block, simulated: false });
    case 'confirmed':
      return confirmedCommand({ ...transfer, confirmations: event.confirmations });
    case 'vanished':
      return vanishedCommand(transfer);
  }
}
