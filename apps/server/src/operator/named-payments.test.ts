/** What the rows of approvals, audit and a person's events call a payment. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { beforeAll, expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { paymentsNamed } from './named-payments.ts';
import { requestCalls } from './requests.ts';
import { RecordsFixture } from './testing/records-fixture.ts';

const database = withTestDatabase();
let fixture: RecordsFixture;
const ADDRESS = '0x1111222233334444555566667777888899990000';

beforeAll(async () => {
  fixture = await RecordsFixture.start(database);
  await fixture.register(1001, 'Amelie');
  await fixture.register(1002, 'Bernard');
  const { pool } = database;
  await pool.query(
    `insert into withdrawals (id, user_id, book, method, asset, network, state, amount, fee, received, fee_rate, fee_minimum,
                              address, details, currency, currency_amount, confirmed_with, steps, placed_at)
     values (80, 1001, 'real', 'crypto', 'ETH', 'ERC20', 'pending', 1.5, 0, 1.5, 0, 0, $1, null, null, null, 'none', '[]', now()),
            (81, 1001, 'real', 'bank', 'USDT', null, 'pending', 2712.5, 0, 2712.5, 0, 0, null, 'x', 'EUR', 2500, 'none', '[]', now())`,
    [ADDRESS],
  );
  await pool.query(
    `insert into deposits (id, user_id, book, method, asset, network, state, claimed, arrived, credited, currency, currency_amount,
                           address, frozen, owed, simulated, steps, placed_at, settled)
     values (90, 1002, 'real', 'crypto', 'USDT', 'ERC20', 'pending', 200, null, null, null, null, $1, 0, 0, false, '[]', now(), false),
            (91, 1002, 'real', 'crypto', 'USDT', 'ERC20', 'reviewing', 200, 750, null, null, null, $1, 0, 0, false, '[]', now(), false),
            (92, 1002, 'real', 'bank', 'USDT', null, 'pending', 2500, null, null, 'EUR', null, null, 0, 0, false, '[]', now(), false),
            (93, 1002, 'real', 'bank', 'USDT', null, 'approved', 2500, 2712.5, 2712.5, 'EUR', 2510, null, 0, 0, false, '[]', now(), false)`,
    [ADDRESS],
  );
});

const none = { currency: null, currencyAmount: null };

test.each([
  ['withdrawal 80', { asset: 'ETH', amount: '1.5', ...none, address: ADDRESS }],
  ['withdrawal 81', { asset: 'USDT', amount: '2712.5', currency: 'EUR', currencyAmount: '2500', address: null }],
  ['deposit 90', { asset: 'USDT', amount: '200', ...none, address: ADDRESS }],
  // Seen on the chain: no longer what was reported.
  ['deposit 91', { asset: 'USDT', amount: '750', ...none, address: ADDRESS }],
  // Reported by bank: of no worth in USDT yet, and the reported 2,500 are not USDT.
  ['deposit 92', { asset: 'USDT', amount: null, currency: 'EUR', currencyAmount: '2500', address: null }],
  ['deposit 93', { asset: 'USDT', amount: '2712.5', currency: 'EUR', currencyAmount: '2510', address: null }],
  ['deposit 80', undefined],
  ['withdrawal 99', undefined],
  ['withdrawal 80 x', undefined],
  ['user 80', undefined],
])('%s is named by its case', async (subject, payment) => {
  const named = await paymentsNamed(database.pool, ['deposit 93', subject, 'user 1001']);
  expect(named.get(subject)).toEqual(payment);
});

type AuditLine = OperatorResultOf<'listAudit'>['items'][number];
const auditOf = async (type: string): Promise<AuditLine[]> =>
  (await fixture.call<{ items: AuditLine[] }>('listAudit', { query: { type } })).items;

test('rows that ask, decide and take back name what was asked for', async () => {
  const params = { id: '1001' };
  const body = { book: 'demo', asset: 'USDT', direction: 'credit', amount: '5', reason: 'goodwill' };
  const first = await fixture.call<{ request: number }>('adjustUserBalance', { params, body });
  await fixture.approve(first.request, 1001, 'ben', 'demo');
  const [decided] = await auditOf('request.decide');
  const request = {
    id: first.request,
    type: 'balances.adjust',
    subject: 'user 1001',
    before: { book: 'demo', asset: 'USDT' },
    after: { book: 'demo', asset: 'USDT' },
  };
  expect(decided).toMatchObject({ subject: `request ${first.request}`, asked: request, payment: null });
  const [made] = await auditOf('request.ask');
  expect(made).toMatchObject({ subject: 'user 1001', request: first.request, asked: request });
  // What the approval carried out stands for itself.
  expect((await auditOf('balances.adjust'))[0]).toMatchObject({ subject: 'user 1001', asked: null, payment: null });
});

test('a request about a payment names it in the list, alone, and in the audit log', async () => {
  const { pool } = database;
  const { request } = await fixture.call<{ request: number }>('adjustUserBalance', {
    params: { id: '1001' },
    body: { book: 'demo', asset: 'USDT', direction: 'credit', amount: '6', reason: 'goodwill' },
  });
  // A withdrawal that waits for a second person, without the whole way of one to there.
  await pool.query(
    `update operator_requests set type = 'withdrawals.review', subject = 'withdrawal 80' where id = $1`,
    [request],
  );
  const payment = { asset: 'ETH', amount: '1.5', ...none, address: ADDRESS };
  const calls = requestCalls({ pool, modules: MODULES } as never);
  const { listRequests, getRequest } = calls as unknown as Record<
    string,
    (input: object, by: object) => Promise<{ result: { items: { id: number; payment: unknown }[]; payment: unknown } }>
  >;
  const list = await listRequests?.({ query: { state: 'waiting' } }, fixture.context('ben'));
  expect(list?.result.items.find(({ id }) => id === request)?.payment).toEqual(payment);
  const alone = await getRequest?.({ params: { id: request } }, fixture.context('ben'));
  expect(alone?.result.payment).toEqual(payment);
  const [made] = await auditOf('request.ask');
  expect(made).toMatchObject({ asked: { type: 'withdrawals.review', subject: 'withdrawal 80' }, payment });
});

test('events of a person have each amount in its own currency', async () => {
  const amountsOf = async (id: string, kind: string) => {
    const { items } = await fixture.call<OperatorResultOf<'listUserEvents'>>('listUserEvents', {
      params: { id },
      query: { kind },
    });
    return items.map(({ amount }) => amount).toSorted();
  };
  expect(await amountsOf('1002', 'deposit')).toEqual(['200 USDT', '2500 EUR', '2712.5 USDT', '750 USDT']);
  expect(await amountsOf('1001', 'withdrawal')).toEqual(['1.5 ETH', '2712.5 USDT']);
});
