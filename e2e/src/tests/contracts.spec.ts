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
import { playingCoin, type RecordedMarket } from '../support/recording.ts';
import { hasRecordings } from '../support/server.ts';
import { WILD_CODE, WILD_MIDDLE } from '../support/staged-recordings.ts';
import { expect, test } from '../support/test.ts';

/**
 * Contracts opened through the ticket and closed by recorded prices: one by its stop or target, one
 * by liquidation. Fill price, P&L, fees and balance are recalculated here in minor units from the
 * ticks and the recording, without any of the product's arithmetic.
 */
const recorded = hasRecordings();
const PRICES = recorded ? 'recorded prices' : 'simulated prices (../shared/data is missing)';
const OPENING: bigint = amountOf('100000');
const UNIT = 100_000_000n;
/** Opening, the move to the nearer level, and the end of the minute in which it is reached. */
const TEST_MINUTES = 6;
/** How far the levels are, as a share of the price, where nothing was recorded. */
const AWAY = 0.0002;

test(`a stop or target fires, and a position is liquidated: ${PRICES}`, async ({ visit }) => {
  const { code, market } = recorded ? playingCoin(TEST_MINUTES) : { code: 'BTCUSDT', market: undefined };
  await Promise.all([
    visit({ layout: 'desktop', language: 'en' }).then((person) => closeByPrices(person, { code, market, side: 'buy' })),
    visit({ layout: 'phone', language: 'ar', colorScheme: 'dark' }).then((person) =>
      closeByPrices(person, { code, market, side: 'sell' }),
    ),
  ]);
});

interface ClosedByPrices {
  readonly code: string;
  readonly market: RecordedMarket | undefined;
  readonly side: 'buy' | 'sell';
}

/** Opens a position with both stops and one at a high leverage, and checks how each ends. */
async function closeByPrices(person: Person, { code, market, side }: ClosedByPrices): Promise<void> {
  const api = await enterAsGuest(person);

  const withStops = await openContract(person, api, {
    code,
    side,
    lots: '10',
    leverage: 20,
    stops: ({ bid, ask, precision }) => {
      const price = (Number(bid) + Number(ask)) / 2;
      const distance = distanceWithin(market, price);
      const below = (price - distance).toFixed(precision);
      const above = (price + distance).toFixed(precision);
      return side === 'buy' ? { stopLoss: below, takeProfit: above } : { stopLoss: above, takeProfit: below };
    },
  });
  const toLiquidate = await openContract(person, api, {
    code: WILD_CODE,
    side: 'buy',
    lots: '20',
    leverage: 75,
    // Bought at the bottom of a swing it would never be liquidated: no later swing goes lower.
    when: ({ bid }) => WILD_MIDDLE < Number(bid),
  });

  const liquidated = await ended(api, toLiquidate);
  const fired = await ended(api, withStops);
  let balance = OPENING;
  balance += checkFired(fired, market);
  await checkBefore(api, fired);
  balance += checkLiquidated(liquidated);

  const evidence = await endAndVerify<ContractEvidence>(person, `/order/contracts/${withStops}`);
  expect(evidence.order).toMatchObject({ state: 'closed', closePrice: fired.order.closePrice });
  await expectWords(person, fired);
  await savePicture(person);
  await endAndVerify<ContractEvidence>(person, `/order/contracts/${toLiquidate}`);
  await expectWords(person, liquidated);
  await open(person, '/zjxq');
  await expect.poll(() => readTotal(person)).toBeCloseTo(Number(formatAmount(balance as never)), 8);
}

test(`a stop and a target are dragged out of the position on the chart: ${PRICES}`, async ({ visit }) => {
  const { code } = recorded ? playingCoin(TEST_MINUTES) : { code: 'BTCUSDT' };
  const person = await visit();
  const { page, t, format } = person;
  const api = await enterAsGuest(person);
  // Hourly bars: across their height, a dragged line is further away than prices move during the
  // test.
  await person.context.addInitScript(() => localStorage.setItem('chartInterval', '1h'));
  const id = await openContract(person, api, { code, side: 'buy', lots: '10', leverage: 5 });
  const line = (kind: string) => page.locator(`[data-line=contract-${id}-${kind}]`);
  const levels = async () => {
    const { stopLoss, takeProfit } = (await evidenceOf(api, id)).order;
    return [stopLoss, takeProfit].map((price) => (price === null ? null : Number(price)));
  };
  const pull = (kind: string, by: number) =>
    // A new high or low can move the label from under the pointer between two steps; then try
    // again.
    expect(async () => {
      await page.mouse.up();
      // Buying may have scrolled the chart below the header.
      await line('entry').evaluate((label) => label.scrollIntoView({ block: 'center' }));
      const box = await line('entry').boundingBox();
      const chart = await page.locator('canvas').first().boundingBox();
      if (box === null || chart === null) throw new Error('no position on the chart');
      const x = box.x + box.width / 3;
      const y = box.y + box.height / 2;
      // After a run up or down the label is near an edge.
      const to = Math.min(Math.max(y + by, chart.y + 8), chart.y + chart.height - 8);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, to, { steps: 6 });
      await expect(line(kind)).toBeVisible({ timeout: 5_000 });
    }).toPass();
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
  const asked = page.getByRole('dialog').filter({ hasText: t('contracts:stops') });
  await expect(asked.getByLabel(t('contracts:stopLoss'), { exact: true })).toHaveValue(
    new RegExp(`^${format.number(stop)}`),
  );
  await asked.getByLabel(t('contracts:takeProfit'), { exact: true }).fill('');
  await asked.getByRole('button', { name: t('common:action.save') }).click();
  await expect.poll(levels).toEqual([stop, null]);
});

/**
 * Half of the recorded price's move over the next three minutes, so that one of two levels at this
 * distance will be reached.
 */
function distanceWithin(market: RecordedMarket | undefined, price: number): number {
  return market === undefined ? price * AWAY : market.moveFrom(price, Date.now()) / 2;
}

async function ended(api: Api, id: number): Promise<ContractEvidence> {
  await expect
    .poll(async () => (await evidenceOf(api, id)).order.state, { timeout: 300_000, intervals: [1_000] })
    .not.toMatch(/^(?:waiting|open)$/);
  return evidenceOf(api, id);
}

const stepOf = ({ steps }: ContractEvidence, kind: string) => steps.find((step) => step.kind === kind)!;

/** Notional value in minor units: lots × lot size × price, which divides without remainder here. */
const notionalOf = ({ lots, lotSize }: ContractEvidence['order'], price: string): bigint =>
  (amountOf(lots) * amountOf(lotSize) * amountOf(price)) / (UNIT * UNIT);
const ceilDiv = (left: bigint, right: bigint): bigint => (left + right - 1n) / right;
const feeOf = (order: ContractEvidence['order'], price: string): bigint =>
  ceilDiv(notionalOf(order, price) * amountOf(order.feeRate), UNIT);

/**
 * The closing tick was recorded and is the first to reach the level. Returns the change of the
 * balance.
 */
function checkFired(evidence: ContractEvidence, market: RecordedMarket | undefined): bigint {
  const { order } = evidence;
  const isLong = stepOf(evidence, 'opened').price === stepOf(evidence, 'opened').tick?.ask;
  const opened = stepOf(evidence, 'opened').tick!;
  const closed = stepOf(evidence, 'closed').tick!;
  expect(order.state).toBe('closed');
  expect(['stopLoss', 'takeProfit']).toContain(order.closedBy);
  expect(order.openPrice).toBe(isLong ? opened.ask : opened.bid);
  expect(order.closePrice).toBe(sideOf(closed, isLong));
  expect(reached(evidence, closed, isLong)).toBe(true);
  for (const tick of [opened, closed]) expectRecorded(tick, market);

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

function expectRecorded(tick: ContractTick, market: RecordedMarket | undefined): void {
  if (market === undefined) return;
  const bar = market.barAt(Date.parse(tick.at));
  expect(bar, `a recorded bar at ${tick.at}`).toBeDefined();
  expect(Number(tick.price)).toBeGreaterThanOrEqual(bar!.low);
  expect(Number(tick.price)).toBeLessThanOrEqual(bar!.high);
}

/** The page says how the order ended. */
async function expectWords({ page, t }: Person, { order }: ContractEvidence): Promise<void> {
  const word = t(`order:closedBy.${order.closedBy as 'stopLoss' | 'takeProfit' | 'liquidation'}`);
  await expect(page.getByRole('main').getByText(word).first()).toBeVisible();
}
