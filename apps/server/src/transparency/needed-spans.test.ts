/** What loans, deposits and the log need, in a world that has all of them. */
import { beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { NeededSpans, ValuedMoments } from './needed-spans.ts';
import { openProductWorld } from './testing/product-world.ts';

const database = withTestDatabase();
const YEAR_MS = 365 * 86_400_000;
const QUARTER_MS = 900_000;
let now: number;
beforeAll(async () => {
  now = (await openProductWorld(database.url)).core.harness.now;
});

const always = () => ({ from: 0, to: now + 10 * YEAR_MS });
const at = (time: number) => ({ from: time, to: time });

it('a pledged coin is needed from its pledge on, as long as the loan runs', async () => {
  const { rows } = await database.pool.query<{ asset: string; since: number; closed_at: number | null }>(
    `select p.asset, (extract(epoch from min(p.at)) * 1000)::bigint as since, l.closed_at
       from loans l join postings p on p.ref = l.id::text and p.reason = 'loans.pledge'
      where p.asset <> 'USDT' group by l.id, p.asset, l.closed_at order by l.id desc limit 1`,
  );
  const [loan] = rows;
  expect(loan).toMatchObject({ closed_at: null });
  const { asset, since } = loan!;
  const spans = await NeededSpans.read(database.pool, always());
  expect(spans.meets(`${asset}USDT`, at(now + YEAR_MS))).toBe(true);
  await database.pool.query('update loans set closed_at = now(), state = $1, principal = 0, paid_principal = amount', [
    'repaid',
  ]);
  await database.pool.query('update loans set closed_at = to_timestamp($1)', [now / 1_000]);
  const after = await NeededSpans.read(database.pool, always());
  expect(after.meets(`${asset}USDT`, at(now + YEAR_MS))).toBe(false);
  expect(after.meets(`${asset}USDT`, at(since))).toBe(true);
});

it('a coin that may be on its way in or out is needed for thinning, and not for a later look', async () => {
  await database.pool.query('update deposits set closed_at = null, settled = false');
  const { rows } = await database.pool.query<{ code: string }>(
    `select coalesce(currency || 'USD', asset || 'USDT') as code from deposits limit 1`,
  );
  const { code } = rows[0]!;
  const later = at(now + 2 * YEAR_MS);
  expect((await NeededSpans.read(database.pool, always(), true)).meets(code, later)).toBe(true);
  expect((await NeededSpans.read(database.pool, always())).meets(code, later)).toBe(false);
});

it('a tick that an entry of the log names is needed, whatever the rows say', async () => {
  const { rows } = await database.pool.query<{ at: number }>(
    'select (extract(epoch from entry_at) * 1000)::bigint as at from option_orders where entry_at is not null limit 1',
  );
  await database.pool.query('truncate option_orders, spot_orders, contract_orders, price_alerts, loans');
  const named = rows[0]!.at;
  const spans = await NeededSpans.read(database.pool, always());
  expect(spans.meets('BTCUSDT', at(named))).toBe(true);
  expect(spans.meets('BTCUSDT', at(named - 10 * 60_000))).toBe(false);
  expect((await NeededSpans.read(database.pool, { from: 0, to: 1 })).meets('BTCUSDT', at(named))).toBe(false);
});

it('ends of local days are valued for coins that anybody held, and for currencies of reports', async () => {
  const valued = await ValuedMoments.read(database.pool, { from: now - YEAR_MS, to: now });
  const end = Math.floor(now / QUARTER_MS) * QUARTER_MS - 1;
  for (const code of ['EURUSD', 'USDTHB', 'BTCUSDT']) {
    expect([code, valued.meets(code, { from: end - 1_000, to: end })]).toEqual([code, true]);
    expect([code, valued.meets(code, { from: end + 60_000, to: end + 120_000 })]).toEqual([code, false]);
  }
  expect(valued.meets('COPPER', { from: end - 1_000, to: end })).toBe(false);
});
