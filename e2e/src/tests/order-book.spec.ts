import type { ResultOf } from '@glasshouse/api';
import { amountOf } from '@glasshouse/rules/money';
import { showTicket } from '../support/contracts.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { whileMoving } from '../support/moving.ts';
import { button, dialog, open, type Person } from '../support/person.ts';
import { openFold } from '../support/receipts.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { openMarket, showHistory, showWaiting } from '../support/trading.ts';
import { numbered } from '../support/words.ts';

/**
 * Two users trade with each other in the book of a coin: one on a desktop in
 * English, one on a phone in Arabic. The house quotes around them, so only their orders are inside
 * its spread. Every balance is recalculated from the fills.
 */
const BASE = 'LTC';
const CODE = 'LTCUSDT';
/** The mid: the house buys below it and sells above it. */
const BETWEEN = '100';
const WANTED = '100';
const SOLD = '40';

type SpotEvidence = ResultOf<'getSpotOrder'>;

test('an order rests, is partly filled by another user, and its remainder is cancelled', { tag: '@smoke' }, async ({
  visit,
  steered,
}) => {
  const { url } = steered;
  await steered.market.set(CODE, '99.8000', '100.2000');
  const [buyer, seller] = await Promise.all([
    visit({ url }),
    visit({ url, layout: 'phone', language: 'ar', colorScheme: 'dark' }),
  ]);
  const buyerApi = await enterAsGuest(buyer);
  const sellerApi = await enterAsGuest(seller);

  // The seller gets coins from the house first.
  await openSpot(seller);
  await place(seller, { side: 'buy', quantity: WANTED });
  await expect.poll(() => newestState(sellerApi)).toBe('filled');
  const bought = await evidence(sellerApi);
  expect(bought.order.fills.every((fill) => fill.house && fill.role === 'taker')).toBe(true);

  await openSpot(buyer);
  await place(buyer, { side: 'buy', quantity: WANTED, price: BETWEEN });
  await expectToast(buyer, numbered(buyer.t, 'workspace:spot.placed.waiting', 'id'));
  await showWaiting(buyer);
  const mine = buyer.page.getByRole('table', { name: buyer.t('contracts:waiting') });
  await expect(mine).toContainText(/[^\d]0\s*%/);

  await openSpot(seller);
  await place(seller, { side: 'sell', quantity: SOLD, price: BETWEEN });
  await expect.poll(() => newestState(sellerApi)).toBe('filled');
  // Pushed: the buyer's page sends no request.
  await expect(mine).toContainText(/40\s*%/);

  await button(buyer, buyer.t('workspace:spot.cancel')).click();
  await dialog(buyer)
    .last()
    .getByRole('button', { name: buyer.t('workspace:spot.cancelOrder') })
    .click();
  await expect(buyer.page.getByText(buyer.t('contracts:emptyWaiting'))).toBeVisible();
  await showHistory(buyer);
  const history = buyer.page.getByRole('table', { name: buyer.t('trade:orders.history') });
  await expect(history.getByText(buyer.t('order:spotState.revoked'), { exact: true })).toBeVisible();

  const rested = await evidence(buyerApi);
  const sold = await evidence(sellerApi);
  const meeting = { price: '100.0000', quantity: SOLD, house: false };
  expect(rested.order).toMatchObject({ state: 'revoked', held: '0', fills: [{ ...meeting, role: 'maker' }] });
  expect(sold.order).toMatchObject({ state: 'filled', fills: [{ ...meeting, role: 'taker' }] });
  await expectBalances(buyerApi, [rested]);
  await expectBalances(sellerApi, [bought, sold]);

  await history.getByRole('link').first().click();
  const prices = await openFold(buyer, buyer.t('trade:receipt.ticks'));
  await expect(prices.getByText(buyer.t('order:anotherUser'))).toBeVisible();
  await expect(prices.getByText(buyer.t('order:maker'), { exact: true })).toBeVisible();
});

const openSpot = (person: Person) => open(person, `/cruuency?code=${CODE}&product=spot`);

interface SpotRequest {
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  /** None for a market order. */
  readonly price?: string;
}

async function place(person: Person, { side, quantity, price }: SpotRequest): Promise<void> {
  const { t } = person;
  const ticket = await showTicket(person, side);
  await ticket
    .getByRole('radio', { name: t(side === 'buy' ? 'workspace:side.buy' : 'workspace:side.sell'), exact: true })
    .check();
  const type = t(price === undefined ? 'workspace:spot.market' : 'workspace:spot.limit');
  await ticket.getByRole('radio', { name: type, exact: true }).check();
  if (price !== undefined) await ticket.getByLabel(t('workspace:spot.limitPrice'), { exact: true }).fill(price);
  else if (side === 'buy') await ticket.getByRole('radio', { name: BASE, exact: true }).check();
  await ticket.getByLabel(t('workspace:spot.quantity'), { exact: true }).fill(quantity);
  await ticket.locator('button[type=submit]').click();
  const title = t(side === 'buy' ? 'workspace:spot.confirmBuy' : 'workspace:spot.confirmSell', { asset: BASE });
  const confirmation = ticket.getByRole('group', { name: title });
  await confirmation.locator('button[type=submit]').click();
  await expect(confirmation).toBeHidden();
}

const newest = async (api: Api) => (await api.resultOf('listSpotOrders', { query: { limit: 1 } })).items[0];
const newestState = async (api: Api) => (await newest(api))?.state;
async function evidence(api: Api): Promise<SpotEvidence> {
  const order = await newest(api);
  if (order === undefined) throw new Error('no spot order yet');
  return api.resultOf('getSpotOrder', { params: { id: order.id } });
}

/** Coins and money follow from the fills, fees included; nothing stays held. */
async function expectBalances(api: Api, histories: readonly SpotEvidence[]): Promise<void> {
  let coins = 0n;
  let money: bigint = amountOf('100000');
  for (const { order } of histories) {
    expect(order.feeAsset).toBe('USDT');
    const sign = order.side === 'buy' ? 1n : -1n;
    coins += sign * amountOf(order.filledQuantity);
    money -= sign * amountOf(order.filledAmount) + amountOf(order.fee);
  }
  const { items } = await api.resultOf('listBalances');
  const balanceOf = (asset: string) => items.find((item) => item.asset === asset);
  expect(amountOf(balanceOf(BASE)?.total ?? '0')).toBe(coins);
  expect(amountOf(balanceOf('USDT')?.total ?? '0')).toBe(money);
  expect(balanceOf('USDT')?.available).toBe(balanceOf('USDT')?.total);
}

test('the price of the head lies within the best bid and ask of the book, in every frame', async ({
  visit,
  steered,
}) => {
  const person = await visit({ url: steered.url });
  const { page } = person;
  await openMarket(person, 'BTCUSDT');
  await expect(page.locator('[data-level=ask]').first()).toBeVisible();
  const moving = [{ code: 'BTCUSDT', middle: '100000.00' }];
  const watch = () =>
    page.evaluate(async () => {
      const numberOf = (element: Element | null): number => Number(element?.textContent?.replaceAll(',', ''));
      const best = (side: string, pick: (...all: number[]) => number): number =>
        pick(
          ...[...document.querySelectorAll(`[data-level=${side}]`)].map((row) =>
            numberOf(row.querySelector('bdi, span')),
          ),
        );
      const found = { outside: [] as string[], prices: new Set<number>() };
      while (found.prices.size < 8) {
        await new Promise(requestAnimationFrame);
        const bid = best('bid', Math.max);
        const price = numberOf(document.querySelector('main header bdi[dir=ltr]'));
        const ask = best('ask', Math.min);
        found.prices.add(price);
        if (!(bid <= price && price <= ask)) found.outside.push(`${bid} ${price} ${ask}`);
      }
      return found.outside;
    });
  const outside = await whileMoving(steered, moving, watch);
  expect(outside).toEqual([]);
});
