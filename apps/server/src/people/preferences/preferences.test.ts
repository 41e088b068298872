/** The arrangement of the workspace: kept by person, bounded, and never trusted when read. */
import type { BodyOf } from '@glasshouse/api';
import { calls } from '@glasshouse/api/calls';
import { Value } from 'typebox/value';
import { beforeEach, expect, test } from 'vitest';
import type { CallContext } from '../../platform/call.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { preferenceCalls } from './routes.ts';

type Layout = BodyOf<'saveWorkspaceLayout'>['layout'];

const database = withTestDatabase();
const LAYOUT: Layout = {
  markets: { open: false, size: 260 },
  book: { open: null, size: 220 },
  ticket: { size: 320 },
  orders: { open: true, size: 240 },
  charts: { count: 2, others: [{ code: 'ETHUSDT', interval: '5m' }] },
};

beforeEach(async () => {
  await database.pool.query('truncate workspace_layouts');
});

const context = (userId: number) =>
  ({ caller: { userId, sessionId: 1, kind: 'guest', status: 'active' } }) as unknown as CallContext;
const input = { params: undefined, query: undefined, body: undefined };
const handlers = () => preferenceCalls({ pool: database.pool });
const read = async (userId: number) => handlers().getWorkspaceLayout?.(input as never, context(userId));
const save = async (userId: number, layout: Layout) =>
  handlers().saveWorkspaceLayout?.({ ...input, body: { layout } } as never, context(userId));

test('everybody gets their own arrangement back, as it was saved last', async () => {
  expect(await read(1)).toEqual({ ok: true, result: { layout: null } });
  await save(1, LAYOUT);
  await save(2, { ...LAYOUT, ticket: { size: 400 } });
  await save(1, { ...LAYOUT, orders: { open: false, size: 300 } });
  expect(await read(1)).toEqual({ ok: true, result: { layout: { ...LAYOUT, orders: { open: false, size: 300 } } } });
  expect(await read(2)).toMatchObject({ result: { layout: { ticket: { size: 400 } } } });
});

test('what another release wrote is as if there were none', async () => {
  await database.pool.query('insert into workspace_layouts values (1, $1)', [JSON.stringify({ columns: 3 })]);
  expect(await read(1)).toEqual({ ok: true, result: { layout: null } });
});

test.each<[string, unknown]>([
  ['a size out of its bounds', { ...LAYOUT, ticket: { size: 4_000 } }],
  [
    'more charts than there can be',
    { ...LAYOUT, charts: { count: 4, others: Array(4).fill(LAYOUT.charts.others[0]) } },
  ],
  ['a number of charts that is not offered', { ...LAYOUT, charts: { count: 3, others: [] } }],
  ['a field that nobody knows', { ...LAYOUT, note: 'x'.repeat(10_000) }],
  ['a market that is no code', { ...LAYOUT, charts: { count: 2, others: [{ code: '<b>', interval: '1m' }] } }],
])('%s is refused', (_what, layout) => {
  expect(Value.Check(calls.saveWorkspaceLayout.body, { layout: LAYOUT })).toBe(true);
  expect(Value.Check(calls.saveWorkspaceLayout.body, { layout })).toBe(false);
});

test('the table bounds what it keeps, whatever a schema allows', async () => {
  const huge = JSON.stringify({ text: 'x'.repeat(5_000) });
  await expect(database.pool.query('insert into workspace_layouts values (1, $1)', [huge])).rejects.toThrow();
});
