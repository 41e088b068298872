/**
 * The first option and the first leveraged order wait until the warning was read: by the core with
 * real money, at the gateway on the demo book. Logs of before and other people are not concerned.
 * The warning states a share only of enough accounts.
 */

import type { CallName } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { LOSING_ACCOUNTS_MIN, RISK_TEXT_VERSION } from '@glasshouse/api/risk-warning';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Figures, SHIPPED } from '../figures/figures.ts';
import { openTestGateway, type TestGateway } from '../http/testing/gateway.ts';
import { openTradingGateway, type TradingGateway } from '../http/testing/trading-gateway.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import type { Book, Json } from '../kernel/core/types.ts';
import type { CallHandlers } from '../platform/call.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { TEST_CONTRACT } from '../products/contracts/testing/fixture.ts';
import { withDemoWarning } from './demo-warning.ts';
import { AuthorityFixture } from './testing/authority-fixture.ts';

const ANNA = 1;
const BERTA = 2;
const ORDERS = {
  options: ['options.buy', { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 }],
  contracts: ['contracts.buy', { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 10 }],
} as const;
const OTHER = { options: 'contracts', contracts: 'options' } as const;
type Product = keyof typeof ORDERS;

describe('the core', () => {
  let core: AuthorityFixture;

  async function begin(changed: Partial<Figures> = {}): Promise<void> {
    core = await AuthorityFixture.start();
    await core.harness.internal(
      'rules.adopt',
      { version: RULES_VERSION, figures: { ...SHIPPED, ...changed } },
      'rules',
    );
    await core.harness.internal('contracts.define', TEST_CONTRACT, 'contracts');
    await core.harness.tick(6_000_000);
  }
  beforeEach(() => begin());
  afterEach(() => core.replays());

  let sent = 0;
  const send = async (user: number, book: Book, [type, body]: readonly [string, Json]): Promise<number> => {
    sent += 1;
    const input = core.harness.input(user, type, body, `risk-${sent}`);
    return (await core.harness.sequencer.submit({ ...input, book })).code;
  };
  const read = (product: Product, { user = ANNA, book = 'real' as Book, text = RISK_TEXT_VERSION } = {}) =>
    send(user, book, ['risk.acknowledge', { product, text, language: 'th' }]);
  const order = (product: Product, user = ANNA, book: Book = 'real') => send(user, book, ORDERS[product]);

  test.each(['options', 'contracts'] as const)(
    'takes no first order of %s before the warning was read',
    async (product) => {
      expect(await order(product)).toBe(code.riskNotAcknowledged);
      expect(await read(OTHER[product])).toBe(200);
      expect(await read(product, { user: BERTA })).toBe(200);
      expect(await read(product, { book: 'demo' })).toBe(200);
      expect(await order(product)).toBe(code.riskNotAcknowledged);
      expect(await read(product)).toBe(200);
      expect(await order(product)).not.toBe(code.riskNotAcknowledged);
      await core.restart();
      expect(await order(product)).not.toBe(code.riskNotAcknowledged);
    },
  );

  test('leaves the demo book to the gateway, and asks nobody where the log names no text', async () => {
    expect(await order('options', ANNA, 'demo')).not.toBe(code.riskNotAcknowledged);
    await begin({ 'risk.textMin': 0 });
    expect(await order('options')).not.toBe(code.riskNotAcknowledged);
  });

  test('keeps which text was read, in which language, and asks again when that is too old', async () => {
    await read('options');
    expect(core.rows('risk_acknowledgements')).toMatchObject([
      { user_id: ANNA, book: 'real', product: 'options', text: RISK_TEXT_VERSION, language: 'th' },
    ]);
    const newer = { ...SHIPPED, 'risk.textMin': RISK_TEXT_VERSION + 1, 'risk.textMax': RISK_TEXT_VERSION + 1 };
    await core.harness.internal('rules.adopt', { version: RULES_VERSION, figures: newer }, 'newer');
    expect(await order('options')).toBe(code.riskNotAcknowledged);
    expect(await read('options')).toBe(code.outOfRange);
    expect(await read('options', { text: RISK_TEXT_VERSION + 2 })).toBe(code.outOfRange);
    expect(await read('options', { text: RISK_TEXT_VERSION + 1 })).toBe(200);
    expect(await order('options')).not.toBe(code.riskNotAcknowledged);
  });
});

describe('the call', () => {
  const database = withTestDatabase();
  let gateway: TradingGateway;
  beforeAll(async () => {
    gateway = await openTradingGateway(database);
  });
  afterAll(() => gateway.app.close());

  const warningOf = async (token: string) => (await gateway.call('getRiskWarning', { token })).json.result;
  const results = (count: number, result: string, from: number) =>
    database.pool.query(
      `insert into user_results (user_id, book, product, month, result)
       select n, 'demo', 'options', date_trunc('month', $3::timestamptz)::date, $2::numeric
         from generate_series($4::bigint, $4::bigint + $1::bigint - 1) n`,
      [count, result, new Date(gateway.harness.now), from],
    );

  test('states the share of losing accounts once there are enough, and what was read', async () => {
    const { token } = await gateway.guest();
    await results(LOSING_ACCOUNTS_MIN - 1, '-1', 1_000);
    expect((await warningOf(token)).products[0]).toEqual({
      product: 'options',
      accounts: LOSING_ACCOUNTS_MIN - 1,
      losing: null,
      share: null,
      acknowledged: null,
    });
    await results(15, '0', 2_000);
    gateway.harness.now += 60_000;
    const body = { product: 'options', text: RISK_TEXT_VERSION };
    const { json } = await gateway.call('acknowledgeRisk', { token, key: 'read', body, headers: { lang: 'ar' } });
    expect(json).toMatchObject({ code: 200, result: { ...body, language: 'ar' } });
    const { text, products } = await warningOf(token);
    expect({ text, product: products[0] }).toMatchObject({
      text: RISK_TEXT_VERSION,
      product: {
        accounts: LOSING_ACCOUNTS_MIN + 14,
        losing: LOSING_ACCOUNTS_MIN - 1,
        share: '0.766',
        acknowledged: json.result,
      },
    });
  });

  test('writes one entry for each text, product and book, however often it is read', async () => {
    const { token } = await gateway.guest();
    const countRows = async (): Promise<number> => {
      const { rows } = await database.pool.query(
        `select (select count(*) from risk_acknowledgements)::int as rows,
                (select count(*) from command_log where type = 'risk.acknowledge')::int as entries`,
      );
      expect(rows[0].rows).toBe(rows[0].entries);
      return rows[0].rows;
    };
    let sent = 0;
    const read = async (product: Product, lang = 'en') => {
      sent += 1;
      const body = { product, text: RISK_TEXT_VERSION };
      return (await gateway.call('acknowledgeRisk', { token, key: `again-${sent}`, body, headers: { lang } })).json;
    };
    const before = await countRows();
    const [first, beside] = await Promise.all([read('options'), read('options')]);
    gateway.harness.now += 60_000;
    for (const again of [await read('options'), await read('options', 'de'), beside]) {
      expect(again).toMatchObject({ code: 200, result: first.result });
    }
    expect(await countRows()).toBe(before + 1);
    expect((await read('contracts')).code).toBe(200);
    expect(await countRows()).toBe(before + 2);
    const unknown = { product: 'options', text: RISK_TEXT_VERSION + 1 };
    const { json } = await gateway.call('acknowledgeRisk', { token, key: 'unknown', body: unknown });
    expect(json.code).toBe(code.outOfRange);
  });

  describe('on the demo book', () => {
    const OPTION = { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 };
    const CONTRACT = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.1', leverage: 10 };
    let demo: TestGateway;
    beforeAll(async () => {
      const handlers = withDemoWarning(gateway.products.handlers as Required<CallHandlers>, database.pool);
      demo = await openTestGateway(database.pool, { ...gateway.products, handlers });
    });
    afterAll(() => demo.app.close());
    beforeEach(() => gateway.quote());

    let sent = 0;
    const post = async (name: CallName, token: string, body: object) => {
      sent += 1;
      return (await demo.call(name, { token, key: `demo-${sent}`, body })).json;
    };
    const read = (token: string, product: Product) =>
      post('acknowledgeRisk', token, { product, text: RISK_TEXT_VERSION });

    test('refuses an option until its warning was read, with nothing in the log', async () => {
      const { token, id } = await demo.guest();
      const stranger = await demo.guest();
      expect((await post('buyOption', token, OPTION)).code).toBe(code.riskNotAcknowledged);
      expect((await read(token, 'contracts')).code).toBe(200);
      expect((await read(stranger.token, 'options')).code).toBe(200);
      expect((await post('buyOption', token, OPTION)).code).toBe(code.riskNotAcknowledged);
      const logged = `select 1 from command_log where type = 'options.buy' and user_id = $1`;
      expect((await database.pool.query(logged, [id])).rowCount).toBe(0);
      expect((await read(token, 'options')).code).toBe(200);
      expect((await post('buyOption', token, OPTION)).code).toBe(200);
      expect((await post('buyOption', token, OPTION)).code).toBe(200);
    });

    test('refuses a position and its reversal, and closes one that was opened before', async () => {
      const { token } = await demo.guest();
      const { json: opened } = await gateway.call('openPosition', { token, key: 'before', body: CONTRACT });
      expect(opened.code).toBe(200);
      await gateway.quote();
      const { id } = opened.result;
      expect((await post('openPosition', token, CONTRACT)).code).toBe(code.riskNotAcknowledged);
      expect((await post('reversePosition', token, { id })).code).toBe(code.riskNotAcknowledged);
      expect((await read(token, 'contracts')).code).toBe(200);
      expect((await post('openPosition', token, CONTRACT)).code).toBe(200);
      const unread = await demo.guest();
      const { json: another } = await gateway.call('openPosition', { token: unread.token, key: 'one', body: CONTRACT });
      await gateway.quote();
      expect((await post('closePosition', unread.token, { id: another.result.id })).code).toBe(200);
    });

    test('reads acknowledgements of the demo book alone', async () => {
      const { token, id } = await demo.guest();
      await database.pool.query(
        `insert into risk_acknowledgements (seq, user_id, book, product, text, language, at)
         values (900000, $1, 'real', 'options', $2, 'en', now())`,
        [id, RISK_TEXT_VERSION],
      );
      expect((await post('buyOption', token, OPTION)).code).toBe(code.riskNotAcknowledged);
    });
  });
});
