import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { readTotal } from '../support/accounts.ts';
import {
  type ContractEvidence,
  type ContractTick,
  endAndVerify,
  evidenceOf,
  openContract,
} from '../support/contracts.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { open, type Person } from '../support/person.ts';
import { savePicture } from '../support/picture.ts';
import { expect, test } from '../support/test.ts';

/**
 * Contracts opened through the ticket and closed by prices: one by its stop or target, one by
 * liquidation. Fill price, P&L, fees and balance are recalculated here in minor units from the
 * ticks, without any of the product's arithmetic.
 */
const CODE = 'BTCUSDT';
const OPENING: bigint = amountOf('100000');
const UNIT = 100_000_000n;

test('a stop and a target fire at one price, and positions are liquidated', async ({ visit, steered }) => {
  const { market, minute, url } = steered;
  await market.set(CODE, '99999.00', '100001.00');
  await market.set('LTCUSDT', '98.0000', '98.0200');
  const buyer = await openPositions(await visit({ url }), 'buy');
  const seller = await openPositions(
    await visit({ url, layout: 'phone', language: 'ar', colorScheme: 'dark' }),
    'sell',
  );
  // Below the target of the one and the stop of the other; then above both.
  await market.set(CODE, '100398.00', '100400.00');
  await market.set(CODE, '100600.00', '100602.00');
  await market.set('LTCUSDT', '96.0000', '96.0200');
  await minute.sign();
  for (const [opened, closedBy] of [
    [buyer, 'takeProfit'],
    [seller, 'stopLoss'],
  ] as const) {
    const { person, api, withStops, toLiquidate } = opened;
    const liquidated = await evidenceOf(api, toLiquidate);
    const fired = await evidenceOf(api, withStops);
    expect(fired.order.closedBy).toBe(closedBy);
    let balance = OPENING;
    balance += checkFired(fired);
    await checkBefore(api, fired);
    balance += checkLiquidated(liquidated);

    const evidence = await endAndVerify<ContractEvidence>(person, `/order/contracts/${withStops}`);
    expect(evidence.order).toMatchObject({ state: 'closed', closePrice: fired.order.closePrice });
    await expectWords(person, fired);
    await savePicture(person, { hasLink: true });
    await endAndVerify<ContractEvidence>(person, `/order/contracts/${toLiquidate}`);
    await expectWords(person, liquidated);
    await open(person, '/profile/balancebb');
    await expect.poll(() => readTotal(person)).toBeCloseTo(Number(formatAmount(balance as never)), 8);
  }
});

interface OpenPositions {
  readonly person: Person;
  readonly api: Api;
  readonly withStops: number;
  readonly toLiquidate: number;
}

/** One position with both stops, and one at a high leverage. */
async function openPositions(person: Person, side: 'buy' | 'sell'): Promise<OpenPositions> {
  const api = await enterAsGuest(person);
  const stops =
    side === 'buy' ? { stopLoss: '99500', takeProfit: '100500' } : { stopLoss: '100500', takeProfit: '99500' };
  const withStops = await openContract(person, api, { code: CODE, side, lots: '10', leverage: 20, stops });
  const risky = { code: 'LTCUSDT', side: 'buy', lots: '20', leverage: 75 } as const;
  return { person, api, withStops, toLiquidate: await openContract(person, api, risky) };
}

test('a stop and a target are dragged out of the position on the chart', async ({ visit, steered }) => {
  const { market, url } = steered;
  // The bars of the chart reach to both sides of the price.
  for (const price of ['98000.00', '102000.00', '100000.00']) await market.set(CODE, price, price);
  const person = await visit({ url });
  const { page, t, format } = person;
  const api = await enterAsGuest(person);
  const id = await openContract(person, api, { code: CODE, side: 'buy', lots: '10', leverage: 5 });
  const line = (kind: string) => page.locator(`[data-line=contract-${id}-${kind}]`);
  const levels = async () => {
    const { stopLoss, takeProfit } = (await evidenceOf(api, id)).order;
    return [stopLoss, takeProfit].map((price) => (price === null ? null : Number(price)));
  };
  const pull = async (kind: string, by: number): Promise<void> => {
    // Buying may have scrolled the chart below the header.
    await line('entry').evaluate((label) => label.scrollIntoView({ block: 'center' }));
    const box = (await line('entry').boundingBox())!;
    const x = box.x + box.width / 3;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + by, { steps: 6 });
    await expect(line(kind)).toBeVisible();
  };
  await pull('stopLoss', 90);
  await expect(line('stopLoss')).toHaveAttribute('aria-valuetext', /USDT/);
  await page.keyboard.press('Escape');
  await expect(line('stopLoss')).toHaveCount(0);
  await page.mouse.up();
  expect(await levels()).toEqual([null, null]);

  await pull('stopLoss', 90);
  const stop = Number(await line('stopLoss').getAttribute('aria-valuenow'));
  await page.mouse.up();
  await expect.poll(levels).toEqual([stop, null]);
  await expect(page.getByRole('button', { name: t('contracts:removeStop') })).toBeVisible();
  await pull('takeProfit', -70);
  const target = Number(await line('takeProfit').getAttribute('aria-valuenow'));
  await page.mouse.up();
  await expect.poll(levels).toEqual([stop, target]);

  // Without dragging: the label opens the dialog, which has both prices.
  await line('entry').focus();
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('dialog').filter({ hasText: t('contracts:stops') });
  await expect(confirmation.getByLabel(t('contracts:stopLoss'), { exact: true })).toHaveValue(
    new RegExp(`^${format.number(stop)}`),
  );
  await confirmation.getByLabel(t('contracts:takeProfit'), { exact: true }).fill('');
  await confirmation.getByRole('button', { name: t('common:action.save') }).click();
  await expect.poll(levels).toEqual([stop, null]);
});

const stepOf = ({ steps }: ContractEvidence, kind: string) => steps.find((step) => step.kind === kind)!;

/** Notional value in minor units: lots × lot size × price, which divides without remainder here. */
const notionalOf = ({ lots, lotSize }: ContractEvidence['order'], price: string): bigint =>
  (amountOf(lots) * amountOf(lotSize) * amountOf(price)) / (UNIT * UNIT);
const ceilDiv = (left: bigint, right: bigint): bigint => (left + right - 1n) / right;
const feeOf = (order: ContractEvidence['order'], price: string): bigint =>
  ceilDiv(notionalOf(order, price) * amountOf(order.feeRate), UNIT);

/** The closing tick is the first to reach the level. Returns the change of the balance. */
function checkFired(evidence: ContractEvidence): bigint {
  const { order } = evidence;
  const isLong = stepOf(evidence, 'opened').price === stepOf(evidence, 'opened').tick?.ask;
  const opened = stepOf(evidence, 'opened').tick!;
  const closed = stepOf(evidence, 'closed').tick!;
  expect(order.state).toBe('closed');
  expect(['stopLoss', 'takeProfit']).toContain(order.closedBy);
  expect(order.openPrice).toBe(isLong ? opened.ask : opened.bid);
  expect(order.closePrice).toBe(sideOf(closed, isLong));
  expect(reached(evidence, closed, isLong)).toBe(true);

  const difference = amountOf(order.closePrice) - amountOf(order.openPrice);
  const pnl = (amountOf(order.lots) * amountOf(order.lotSize) * (isLong ? difference : -difference)) / (UNIT * UNIT);
  expect(signed(order.realised)).toBe(pnl);
  expect(amountOf(order.openFee)).toBe(feeOf(order, order.openPrice));
  expect(amountOf(order.closeFee)).toBe(feeOf(order, order.closePrice));
  return pnl - amountOf(order.openFee) - amountOf(order.closeFee);
}

const sideOf = (tick: ContractTick, isLong: boolean): string => (isLong ? tick.bid : tick.ask);

/** Whether a tick reaches the level that closed the order. */
function reached({ order }: ContractEvidence, tick: ContractTick, isLong: boolean): boolean {
  const price = amountOf(sideOf(tick, isLong));
  const isStop = order.closedBy === 'stopLoss';
  const level = amountOf((isStop ? order.stopLoss : order.takeProfit) ?? '0');
  return isLong === isStop ? price <= level : level <= price;
}

/** The tick before the closing one did not reach the level. */
async function checkBefore(api: Api, evidence: ContractEvidence): Promise<void> {
  const closed = stepOf(evidence, 'closed').tick!;
  const isLong = stepOf(evidence, 'opened').price === stepOf(evidence, 'opened').tick?.ask;
  const query = { code: evidence.order.code, seq: closed.seq - 1 };
  const { tick } = await api.resultOf('getTickReceipt', { query });
  expect(reached(evidence, { ...closed, ...tick }, isLong)).toBe(false);
}

/** At most margin and opening fee are lost. Returns the change of the balance. */
function checkLiquidated(evidence: ContractEvidence): bigint {
  const { order, lines } = evidence;
  const tick = stepOf(evidence, 'liquidated').tick!;
  expect(order).toMatchObject({ state: 'liquidated', closedBy: 'liquidation' });
  expect(amountOf(tick.price)).toBeLessThanOrEqual(amountOf(order.liquidationPrice ?? '0'));
  const margin = ceilDiv(notionalOf(order, order.openPrice), 75n);
  const openFee = feeOf(order, order.openPrice);
  const change = lines.reduce((sum, line) => sum + signed(line.amount), 0n);
  const lost = notionalOf(order, order.openPrice) - notionalOf(order, tick.bid) + feeOf(order, tick.bid);
  const isGap = margin < lost;
  expect(change).toBe(-openFee - (isGap ? margin : lost));
  expect(-change).toBeLessThanOrEqual(margin + openFee);
  return change;
}

const signed = (text: string): bigint => (text.startsWith('-') ? -amountOf(text.slice(1)) : amountOf(text));

/** The page says how the order ended. */
async function expectWords({ page, t }: Person, { order }: ContractEvidence): Promise<void> {
  const word = t(`order:closedBy.${order.closedBy as 'stopLoss' | 'takeProfit' | 'liquidation'}`);
  await expect(page.getByRole('main').getByText(word).first()).toBeVisible();
}
