import type { Locator } from '@playwright/test';
import { newName, readTotal, registerByEmail, registerByUsername } from '../support/accounts.ts';
import { compareDecimals } from '../support/decimals.ts';
import { button, headPrice, open, type Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import {
  buyOption,
  type Direction,
  openMarket,
  type Receipt,
  settleAndVerify,
  showHistory,
  showOrders,
} from '../support/trading.ts';

const CODE = 'BTCUSDT';
const OPENING = 100_000;

interface Order {
  readonly direction: Direction;
  readonly stake: string;
}
const ORDERS: readonly Order[] = [
  { direction: 'up', stake: '100' },
  { direction: 'down', stake: '250.5' },
];

test('two people sign up, buy up and down options, and check each settlement', async ({ visit, steered }) => {
  const { market, clock, minute, url } = steered;
  await market.set(CODE, '100000.00', '100000.00');
  const anna = await visit({ url });
  await registerByUsername(anna, newName());
  const omar = await visit({ url, layout: 'phone', language: 'ar', colorScheme: 'dark' });
  await registerByEmail(omar, `${newName()}@example.com`, steered);
  const bought = [await buyOptions(anna), await buyOptions(omar)];
  await clock.advance('1s');
  await market.set(CODE, '100123.45', '100123.45');
  for (const { person } of bought) {
    await expect(headPrice(person)).toHaveText(person.format.price('100123.45', 2));
    const positions = person.page.getByRole('table', { name: person.t('contracts:positions') });
    await expect(positions.getByRole('timer')).toHaveCount(ORDERS.length);
  }
  await clock.advance('30s');
  await minute.sign();
  for (const purchases of bought) await checkSettlements(purchases);
});

interface Purchases {
  readonly person: Person;
  readonly tour: Locator;
  readonly ids: readonly number[];
}

async function buyOptions(person: Person): Promise<Purchases> {
  const tour = await startTour(person);
  await openMarket(person, CODE);
  await expect(tour).toContainText(person.t('guide:tour.buy'));
  const ids: number[] = [];
  for (const order of ORDERS) ids.push(await buyOption(person, { code: CODE, ...order }));
  await expect(tour).toContainText(person.t('guide:tour.watch'));
  // It runs beside the chart, whose interval is the person's own.
  await expect(person.page.getByRole('radio', { name: person.t('trade:chart.ticks'), exact: true })).not.toBeChecked();
  await showOrders(person);
  return { person, tour, ids };
}

async function checkSettlements({ person, tour, ids }: Purchases): Promise<void> {
  let balance = OPENING;
  for (const [index, id] of ids.entries()) {
    const receipt = await settleAndVerify(person, id);
    if (index === 0) await finishTour(person, tour);
    checkSettlement(receipt, ORDERS[index]!);
    await expectResult(person, receipt);
    balance += Number(receipt.paid) - Number(receipt.amount) - Number(receipt.fee);
  }
  await open(person, '/profile/balancebb');
  await expect.poll(() => readTotal(person)).toBeCloseTo(balance, 8);
}

/** The guided tour goes along with it, over reloads of the page, up to the verified receipt. */
async function startTour(person: Person): Promise<Locator> {
  const { page, t } = person;
  await open(person, '/profile/settings');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('guide:tour.again') })
    .click();
  await expect(page).toHaveURL(/\/market/);
  const tour = page.getByRole('region', { name: t('guide:tour.title') });
  await expect(tour).toContainText(t('guide:tour.market'));
  return tour;
}

async function finishTour({ t }: Person, tour: Locator): Promise<void> {
  await expect(tour).toContainText(t('guide:tour.done'));
  await tour.getByRole('button', { name: t('guide:tour.finish') }).click();
  await expect(tour).toHaveCount(0);
}

/** Recalculates the result from the receipt and the published rules. */
function checkSettlement(receipt: Receipt, { direction, stake }: Order): void {
  expect(receipt).toMatchObject({ code: CODE, direction, state: 'settled', periodSeconds: 30 });
  expect(receipt).toMatchObject({ entry: { price: '100000.00' }, exit: { price: '100123.45' } });
  expect(Number(receipt.amount)).toBe(Number(stake));
  const { entry, exit } = receipt;
  const expiresAt = Date.parse(receipt.expiresAt);
  // The tick that follows the order may have its millisecond.
  expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(Date.parse(receipt.placedAt));
  expect(expiresAt - Date.parse(entry.at)).toBe(30_000);
  expect(Date.parse(exit.at)).toBeLessThanOrEqual(expiresAt);

  // Sequences have no gaps: the next tick is after the expiry, so the exit is the last one before
  // it.
  const next = receipt.receipt.ticks.find(({ tick }) => tick.seq === exit.seq + 1)?.tick;
  expect(Date.parse(next?.at ?? '')).toBeGreaterThan(expiresAt);
  expect(receipt.receipt.ticksInWindow).toBe(exit.seq - entry.seq + 1);

  const rose = compareDecimals(exit.price, entry.price);
  const right = direction === 'up' ? rose : -rose;
  expect(receipt.outcome).toBe(right === 0 ? 'draw' : right > 0 ? 'win' : 'lose');
  const won = Number(receipt.amount) + Number(receipt.profit);
  expect(Number(receipt.paid)).toBe({ win: won, draw: Number(receipt.amount), lose: 0 }[receipt.outcome]);
}

/** The page agrees with the receipt, and the history lists the order. */
async function expectResult(person: Person, receipt: Receipt): Promise<void> {
  const { page, t } = person;
  await expect(page.getByRole('main').getByText(t(`trade:outcome.${receipt.outcome}`), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: t('order:again') }).click();
  await showHistory(person);
  await expect(page.getByRole('table', { name: t('trade:orders.history') })).toBeVisible();
  await expect(button(person, t('trade:receipt.verify'))).toHaveCount(0);
}
