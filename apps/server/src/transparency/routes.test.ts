import { code } from '@glasshouse/api/codes';
import { expect, it } from 'vitest';
import { ThinnedTickError } from '../market-data/tape/thinned-tick-error.ts';
import type { CallContext, CallHandlers } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import { transparencyCalls } from './routes.ts';
import { newTapeKey } from './testing/proving.ts';

it.each([
  ['of an instrument that is not listed', { isListed: false, answer: { tick: undefined } }, code.instrumentUnknown],
  ['while the history thread is away', { isListed: true, answer: undefined }, code.historyUnavailable],
  ['that never was', { isListed: true, answer: { tick: undefined } }, code.nothingFound],
])('refuses the receipt of a tick %s', async (_, { isListed, answer }, refused) => {
  const calls: CallHandlers = transparencyCalls({
    pool: undefined as unknown as Pool,
    key: newTapeKey(),
    now: Date.now,
    isListed: () => isListed,
    typesOf: () => ['crypto'],
    runs: async () => [],
    findTick: async () => answer,
  });
  const input = { query: { code: 'BTCUSDT', seq: 1 } as never, params: {} as never, body: undefined as never };
  expect(await calls.getTickReceipt!(input, {} as CallContext)).toMatchObject({ ok: false, code: refused });
});

it('refuses ticks that are no longer kept, one by one and in runs', async () => {
  const gone = () => Promise.reject(new ThinnedTickError('BTCUSDT'));
  const calls = transparencyCalls({
    pool: undefined as unknown as Pool,
    key: newTapeKey(),
    now: Date.now,
    isListed: () => true,
    typesOf: () => ['crypto'],
    runs: gone,
    findTick: gone,
  });
  for (const name of ['getTickReceipt', 'listTickRuns'] as const) {
    const input = { query: { code: 'BTCUSDT', seq: 1, from: 0, to: 1 } as never } as never;
    expect(await calls[name]!(input, {} as CallContext)).toMatchObject({ ok: false, code: code.ticksNotKept });
  }
});

it('names the inputs that the price could have been typed through then', async () => {
  const tick = { code: 'BTCUSDT', seq: 1, bid: 99, ask: 101, mid: 100, precision: 2, at: 1_700_000_000_000 };
  const feed = (type: string) => ({ name: type, types: [type], sources: [], inputs: [`REPLAY_DIR ${type}`] });
  let requests: unknown;
  const query = async (_text: string, values: unknown[]) => {
    requests = values[0];
    return { rows: [{ feeds: [feed('crypto'), feed('stocks')] }] };
  };
  const calls: CallHandlers = transparencyCalls({
    pool: { query } as unknown as Pool,
    key: newTapeKey(),
    now: Date.now,
    isListed: () => true,
    typesOf: () => ['crypto'],
    runs: async () => [],
    findTick: async () => ({ tick: { tick, receipt: null } }),
  });
  const input = { query: { code: 'BTCUSDT', seq: 1 } as never, params: {} as never, body: undefined as never };
  const answer = await calls.getTickReceipt!(input, {} as CallContext);
  expect(answer).toMatchObject({ ok: true, result: { inputs: ['REPLAY_DIR crypto'] } });
  expect(requests).toBe(tick.at);
});

it('has no queue of its own in which many who ask first make everybody wait', async () => {
  const never = new Promise<never>(() => {});
  const calls: CallHandlers = transparencyCalls({
    pool: undefined as unknown as Pool,
    key: newTapeKey(),
    now: Date.now,
    isListed: () => true,
    typesOf: () => ['crypto'],
    runs: ({ code: instrument }) => (instrument === 'BTCUSDT' ? never : Promise.resolve([])),
    findTick: ({ code: instrument }) => (instrument === 'BTCUSDT' ? never : Promise.resolve({ tick: undefined })),
  });
  const ask = (name: 'getTickReceipt' | 'listTickRuns', instrument: string) =>
    calls[name]!({ query: { code: instrument, seq: 1, from: 0, to: 1 } as never } as never, {} as CallContext);
  for (let flood = 0; flood < 200; flood += 1) {
    void ask('getTickReceipt', 'BTCUSDT');
    void ask('listTickRuns', 'BTCUSDT');
  }
  expect(await ask('getTickReceipt', 'ETHUSDT')).toMatchObject({ ok: false, code: code.nothingFound });
  expect(await ask('listTickRuns', 'ETHUSDT')).toMatchObject({ ok: true, result: [] });
});
