import { code } from '@glasshouse/api/codes';
import { expect, it } from 'vitest';
import type { CallContext } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import { transparencyCalls } from './routes.ts';

it.each([
  ['of an instrument that is not listed', { isListed: false, answer: { tick: undefined } }, code.instrumentUnknown],
  ['while the history thread is away', { isListed: true, answer: undefined }, code.historyUnavailable],
  ['that never was', { isListed: true, answer: { tick: undefined } }, code.nothingFound],
])('refuses the receipt of a tick %s', async (_, { isListed, answer }, refused) => {
  const calls = transparencyCalls({
    pool: undefined as unknown as Pool,
    isListed: () => isListed,
    findTick: async () => answer,
  });
  const input = { query: { code: 'BTCUSDT', seq: 1 } as never, params: {} as never, body: undefined as never };
  expect(await calls.getTickReceipt!(input, {} as CallContext)).toMatchObject({ ok: false, code: refused });
});
