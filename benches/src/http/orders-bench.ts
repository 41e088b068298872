import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { startProgram } from '../harness/program.ts';
import { type Figure, quantile, type Report, readable } from '../harness/report.ts';
import type { EchoCalls } from './echo.ts';
import type { LoadCalls, LoadResult } from './load.ts';
import { OPEN_CODES } from './market.ts';

const CONNECTIONS = 64;
const SECONDS = 6;
/** Each may have 100 open orders. */
const USERS = 4_000;
/**
 * Nothing settles during the rounds: a settlement writes as much as an order but is not counted.
 */
const PERIOD_SECONDS = 300;

export const httpOrders: Bench = {
  name: 'http-orders',
  about: `orders over HTTP on ${CONNECTIONS} connections, compared with Fastify echoing a validated body`,
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const seconds = isSmoke ? 2 : SECONDS;
  const server = await startGlasshouse();
  const load = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  const peer = await startProgram<EchoCalls>(new URL('./echo.ts', import.meta.url));
  const { port } = await peer.call('start', undefined);
  const tokens = await load.call('guests', { port: server.port, count: isSmoke ? 500 : USERS });
  print(`${tokens.length} guests`);
  const common = { tokens, codes: OPEN_CODES, periodId: PERIOD_SECONDS, connections: CONNECTIONS };
  // Warm-up.
  await load.call('orders', { ...common, port: server.port, seconds: 1 });
  await load.call('orders', { ...common, port, seconds: 1 });

  const ours: number[] = [];
  const p99: number[] = [];
  const echo: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = await load.call('orders', { ...common, port: server.port, seconds });
    ours.push(perSecond(result));
    p99.push(quantile(result.delaysMs, 0.99));
    echo.push(perSecond(await load.call('orders', { ...common, port, seconds })));
    print(`round ${round + 1}: ours ${readable(ours.at(-1) ?? 0)}/s, echo ${readable(echo.at(-1) ?? 0)}/s`);
  }
  await Promise.all([load.stop(), peer.stop(), server.stop()]);

  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  return {
    title: 'Orders over HTTP',
    setting:
      `\`buyOption\` by ${tokens.length} users on ${CONNECTIONS} connections, each order with token and idempotency key, on the embedded database; ` +
      `an order counts once accepted, which is after it is durable. ${rounds} rounds of ${seconds} s per side, alternating; no option expires meanwhile.`,
    figures: [
      figure('Glasshouse: accepted, durable orders', 'orders/s', ours),
      figure('limit: Fastify echoing the validated body', 'answers/s', echo),
      figure('Glasshouse: latency, p99', 'ms', p99),
    ],
    // Targets of orders over HTTP are those of `order-latency`: who sends as fast as the answers
    // come never waits, and an echo keeps no promise.
    targets: [],
  };
}

export function perSecond({ good, bad, seconds }: LoadResult): number {
  const wrong = Object.values(bad).reduce((sum, count) => sum + count, 0);
  if (good * 0.001 < wrong) throw new Error(`failed orders: ${JSON.stringify(bad).slice(0, 500)}`);
  return good / seconds;
}
