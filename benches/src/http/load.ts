import { RISK_TEXT_VERSION } from '@glasshouse/api/risk-warning';
import { serveCalls, sleep } from '../harness/program.ts';
import { HttpConnection, requestText } from './connection.ts';

/** The client of the HTTP benches, in a separate process. */
export type LoadCalls = {
  /** Closed loop: one request at a time per connection; with `perSecond` open loop. */
  get: { params: GetLoad; result: LoadResult };
  orders: { params: OrderLoad; result: LoadResult };
  /** Open loop: a fixed rate of orders, latency counted from when each was due. */
  pacedOrders: { params: OrderLoad & Pace; result: LoadResult };
  guests: { params: { port: number; count: number }; result: string[] };
};

export interface GetLoad {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Rate over all connections; undefined: as fast as possible. */
  readonly perSecond?: number;
}

export interface OrderLoad {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly codes: readonly string[];
  readonly periodId: number;
  readonly connections: number;
  readonly seconds: number;
  /** Ends early after this many. */
  readonly ordersMax?: number;
}

export interface Pace {
  readonly perSecond: number;
  /** What is not sent by this long after the end is given up; undefined: nothing is. */
  readonly graceMs?: number;
}

export interface LoadResult {
  readonly good: number;
  /** Count of unsuccessful responses by content. */
  readonly bad: { readonly [answer: string]: number };
  readonly seconds: number;
  readonly delaysMs: Float64Array;
}

/** Options are refused before their warning was read; the peers of a bench have no such call. */
const ACKNOWLEDGE_PATH = '/swx/customer/user/acknowledgeRisk';
const WARNING = JSON.stringify({ product: 'options', text: RISK_TEXT_VERSION });

/** Long enough for a server to accept hundreds of connections. */
const ACCEPTING_MS = 1_000;

/** Unique over all runs of a load process, which lives as long as its server. */
let orderNumber = 0;

function nextOrder({ tokens, codes, periodId }: OrderLoad): string {
  orderNumber += 1;
  const body = `{"code":"${codes[orderNumber % codes.length]}","direction":"${orderNumber % 2 === 0 ? 'up' : 'down'}","amount":"1","periodId":${periodId}}`;
  const headers = {
    Authorization: tokens[orderNumber % tokens.length] as string,
    virtually: 'NO',
    'Idempotency-Key': `bench-${orderNumber}`,
  };
  return requestText('POST', '/swx/customer/order/buyOptions', headers, body);
}

class Tally {
  readonly delaysMs: number[] = [];
  readonly bad: Record<string, number> = {};
  readonly #startedAt = performance.now();

  async one(connection: HttpConnection, request: string, dueAt = performance.now()): Promise<void> {
    const { status, body } = await connection.request(request);
    const isGood = status === 200 && !/^\{"code":(?!200\b)/.test(body.toString('latin1', 0, 16));
    if (isGood) {
      this.delaysMs.push(performance.now() - dueAt);
      return;
    }
    const answer = `${status} ${body.toString('utf8', 0, 80)}`;
    this.bad[answer] = (this.bad[answer] ?? 0) + 1;
  }

  result(): LoadResult {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    return { good: this.delaysMs.length, bad: this.bad, seconds, delaysMs: Float64Array.from(this.delaysMs) };
  }
}

async function openAll(port: number, count: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: count }, () => HttpConnection.open(port)));
}

/** Every connection sends the next request as soon as it has a response. */
async function closedLoop(
  { port, connections, seconds }: { port: number; connections: number; seconds: number },
  next: () => string | undefined,
): Promise<LoadResult> {
  const all = await openAll(port, connections);
  const tally = new Tally();
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    all.map(async (connection) => {
      for (let request = next(); request !== undefined && performance.now() < endsAt; request = next()) {
        await tally.one(connection, request);
      }
      connection.close();
    }),
  );
  return tally.result();
}

/** Sends requests when due on any free connection; waiting for one counts as latency. */
async function openLoop(
  { port, connections, seconds, perSecond, graceMs }: Pace & { port: number; connections: number; seconds: number },
  next: () => string,
): Promise<LoadResult> {
  const free = await openAll(port, connections);
  // The system completes handshakes before the server accepts: the first would wait for that.
  await sleep(ACCEPTING_MS);
  const due: number[] = [];
  const tally = new Tally();
  const inFlight = new Set<Promise<void>>();
  const pump = (): void => {
    while (0 < due.length && 0 < free.length) {
      const connection = free.pop() as HttpConnection;
      const done: Promise<void> = tally.one(connection, next(), due.shift()).then(() => {
        free.push(connection);
        inFlight.delete(done);
        pump();
      });
      inFlight.add(done);
    }
  };
  const drained = async (): Promise<void> => {
    while (0 < due.length || 0 < inFlight.size) await Promise.all(inFlight);
  };
  const startedAt = performance.now();
  const total = Math.round(seconds * perSecond);
  for (let sent = 0; sent < total; ) {
    const now = performance.now();
    for (
      let at = startedAt + (sent * 1000) / perSecond;
      at <= now && sent < total;
      at = startedAt + (sent * 1000) / perSecond
    ) {
      due.push(at);
      sent += 1;
    }
    pump();
    await sleep(1);
  }
  if (graceMs !== undefined) {
    await Promise.race([drained(), sleep(graceMs)]);
    due.length = 0;
  }
  await drained();
  for (const connection of free) connection.close();
  return tally.result();
}

serveCalls<LoadCalls>({
  get({ path, headers, perSecond, ...load }) {
    const request = requestText('GET', path, headers);
    return perSecond === undefined ? closedLoop(load, () => request) : openLoop({ ...load, perSecond }, () => request);
  },
  orders(load) {
    let left = load.ordersMax ?? Number.POSITIVE_INFINITY;
    return closedLoop(load, () => {
      left -= 1;
      return 0 <= left ? nextOrder(load) : undefined;
    });
  },
  pacedOrders: (load) => openLoop(load, () => nextOrder(load)),
  async guests({ port, count }) {
    const connections = await openAll(port, Math.min(32, count));
    const tokens: string[] = [];
    let left = count;
    await Promise.all(
      connections.map(async (connection) => {
        while (0 < left) {
          left -= 1;
          const { body } = await connection.request(requestText('POST', '/swx/customer/login/guest', {}, '{}'));
          const { token } = JSON.parse(body.toString()).result;
          await connection.request(requestText('POST', ACKNOWLEDGE_PATH, { Authorization: token }, WARNING));
          tokens.push(token);
        }
        connection.close();
      }),
    );
    return tokens;
  },
});
