import { Worker } from 'node:worker_threads';
import type { CoreBus, DepthSource, FromCore, ToCore } from '../kernel/core/bus.ts';
import { PortBus } from '../kernel/core/port-bus.ts';
import type { PriceProblem } from '../market-data/tape/price-alarms.ts';
import { Attention } from './attention.ts';
import { CORE_YOUNG_MB, collectGarbage } from './collector.ts';
import type { EngineData } from './messages.ts';

export interface Engine {
  readonly bus: CoreBus;
  readonly depth: DepthSource;
  /** The head of the log that covers every answer so far: `<seq> <hash>`. */
  readonly logHead: () => string | undefined;
  /** Name of the feed that an instrument takes its prices from. */
  readonly feedOf: (code: string) => string;
  /** Whether an instrument of the catalogue is on offer here. */
  readonly isOnOffer: (code: string) => boolean;
  /** The instruments that its price is computed from; none of most. */
  readonly legsOf: (code: string) => readonly string[];
  /** Whoever looks at prices says so here. */
  readonly attention: Attention;
  /** Prices that nothing trades on, for operators. */
  readonly priceProblems: () => readonly PriceProblem[];
  /** Serves what is queued, makes it durable, and ends the thread. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts the core's thread. Resolves once the state is read and orders are taken. `onFatal` is
 * called when the core gives up afterwards: the process must then exit, because its answers are no
 * longer valid. `onLate` is called when it does not stop in time, and is ended as it is.
 */
export function startEngine(
  data: EngineData,
  { onFatal, onLate }: { readonly onFatal: (reason: string) => void; readonly onLate: () => void },
): Promise<Engine> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: data,
    name: 'core',
    resourceLimits: { maxYoungGenerationSizeMb: CORE_YOUNG_MB },
  });
  const bus = new PortBus(worker);
  const attention = new Attention((message) => worker.postMessage(message));
  let stopping = false;
  let ready = false;
  let problems: readonly PriceProblem[] = [];

  return new Promise((resolve, reject) => {
    const failed = (reason: string): void => {
      bus.close(reason);
      if (!ready) reject(new Error(reason));
      else if (!stopping) onFatal(reason);
    };
    const stopped = new Promise<void>((done) => {
      worker.on('exit', (status) => {
        done();
        failed(`the core ended with ${status}`);
      });
    });
    worker.on('error', (error) => failed(error.message));
    worker.on('message', (message: FromCore) => {
      if (message.kind === 'fatal') failed(message.reason);
      else if (message.kind === 'ready') {
        ready = true;
        const feeds = new Map(message.feeds.flatMap(({ name, codes }) => codes.map((code) => [code, name])));
        const legs = new Map(message.legs);
        resolve({
          bus,
          depth: bus,
          logHead: () => bus.head,
          feedOf: (code) => feeds.get(code) ?? '',
          isOnOffer: (code) => feeds.has(code),
          legsOf: (code) => legs.get(code) ?? [],
          attention,
          priceProblems: () => problems,
          stop,
        });
      } else if (message.kind === 'prices') problems = JSON.parse(message.problems) as PriceProblem[];
      else if (message.kind === 'sleep') {
        attention.receive(message.isAsleep);
        if (message.isAsleep) collectGarbage();
      } else bus.receive(message);
    });

    async function stop(): Promise<void> {
      stopping = true;
      worker.postMessage({ kind: 'stop' } satisfies ToCore);
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<void>((done) => {
        timer = setTimeout(() => {
          onLate();
          done();
        }, STOP_TIMEOUT_MS);
      });
      await Promise.race([stopped, deadline]);
      clearTimeout(timer);
      await worker.terminate();
    }
  });
}
