import type { MessagePort, Worker } from 'node:worker_threads';
import type {
  AnsweredCommand,
  CoreBus,
  DepthMarket,
  DepthSource,
  DepthUpdate,
  FromCore,
  MarketFrame,
  SequencedUserEvent,
  SubmittedCommand,
  ToCore,
} from './bus.ts';
import type { CommandAnswer, CommandInput } from './types.ts';

type Port = Pick<MessagePort | Worker, 'postMessage'>;
interface EventListener {
  readonly tell: (events: readonly SequencedUserEvent[]) => void;
  readonly wants: (userId: number) => boolean;
}
type Pending = { readonly resolve: (answer: CommandAnswer) => void; readonly reject: (error: Error) => void };

/** A minute of frames; main listens long before that. */
const EARLY_FRAMES_MAX = 240;

/**
 * The core is gone: whether the command took effect is unknown until it is retried with the same
 * id.
 */
export class CoreLostError extends Error {
  override readonly name = 'CoreLostError';
}

/**
 * Main's side of the message port. Commands of one event-loop turn share a message: posting costs
 * several µs, which at tens of thousands of orders a second is most of a core.
 */
export class PortBus implements CoreBus, DepthSource {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  readonly #eventListeners: EventListener[] = [];
  readonly #frameListeners: ((frame: MarketFrame) => void)[] = [];
  readonly #depthListeners: ((update: DepthUpdate) => void)[] = [];
  /** Frames that arrived before anybody listened; the first one is full. */
  #earlyFrames: MarketFrame[] = [];
  #outgoing: SubmittedCommand[] = [];
  #ticket = 0;
  #closed: string | undefined;
  #head: string | undefined;

  constructor(port: Port) {
    this.#port = port;
  }

  /** The head of the log, `<seq> <hash>`: it covers every answer that was given. */
  get head(): string | undefined {
    return this.#head;
  }

  submit(input: CommandInput): Promise<CommandAnswer> {
    if (this.#closed !== undefined) return Promise.reject(new CoreLostError(this.#closed));
    return new Promise((resolve, reject) => {
      this.#ticket += 1;
      this.#pending.set(this.#ticket, { resolve, reject });
      this.#outgoing.push({ ticket: this.#ticket, input });
      if (this.#outgoing.length === 1) setImmediate(() => this.#send());
    });
  }

  onUserEvents(tell: EventListener['tell'], wants: EventListener['wants'] = () => true): void {
    this.#eventListeners.push({ tell, wants });
  }

  onMarketFrame(listener: (frame: MarketFrame) => void): void {
    this.#frameListeners.push(listener);
    for (const frame of this.#earlyFrames.splice(0)) listener(frame);
  }

  watchDepth(market: DepthMarket, isWatched: boolean): void {
    if (this.#closed === undefined) this.#port.postMessage({ kind: 'watch-depth', market, isWatched } satisfies ToCore);
  }

  onDepth(listener: (update: DepthUpdate) => void): void {
    this.#depthListeners.push(listener);
  }

  /** Handles the core's messages to callers; `ready` and `fatal` are for whoever started it. */
  receive(message: FromCore): void {
    switch (message.kind) {
      case 'answers':
        this.#head = message.head;
        for (const { ticket, answer } of JSON.parse(message.batch) as AnsweredCommand[]) {
          this.#take(ticket)?.resolve(answer);
        }
        break;
      case 'events':
        for (const { tell, wants } of this.#eventListeners) {
          const events = message.events.filter((_, index) => wants(message.users[index] as number));
          if (0 < events.length) tell(events.map((text) => JSON.parse(text) as SequencedUserEvent));
        }
        break;
      case 'frame':
        if (this.#frameListeners.length === 0 && this.#earlyFrames.length < EARLY_FRAMES_MAX) {
          this.#earlyFrames.push(message.frame);
        }
        for (const listener of this.#frameListeners) listener(message.frame);
        break;
      case 'depth':
        for (const listener of this.#depthListeners) listener(message.update);
        break;
      case 'sleep':
      case 'ready':
      case 'fatal':
      case 'stopped':
        break;
    }
  }

  /** Rejects everything in flight and everything submitted later. */
  close(reason: string): void {
    this.#closed = reason;
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    this.#outgoing = [];
    for (const { reject } of waiting) reject(new CoreLostError(reason));
  }

  #send(): void {
    if (this.#outgoing.length === 0) return;
    const message: ToCore = { kind: 'submit', batch: JSON.stringify(this.#outgoing) };
    this.#outgoing = [];
    this.#port.postMessage(message);
  }

  #take(ticket: number): Pending | undefined {
    const pending = this.#pending.get(ticket);
    this.#pending.delete(ticket);
    return pending;
  }
}
