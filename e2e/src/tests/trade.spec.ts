import type { Locator } from '@playwright/test';
import { newName, readTotal, registerByEmail, registerByUsername } from '../support/accounts.ts';
import { compareDecimals } from '../support/decimals.ts';
import { button, headPrice, numberIn, open, type Person, textOf } from '../support/person.ts';
import { playingCoin, type RecordedMarket } from '../support/recording.ts';
import { hasRecordings } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
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

const recorded = hasRecordings();
const PRICES = recorded ? 'recorded prices' : 'simulated prices (../shared/data is missing)';
const OPENING = 100_000;
/** The purchase, half a minute, and up to a minute until a signed root covers it. */
const TEST_MINUTES = 5;
const MINUTE_MS = 60_000;

interface Order {
  readonly direction: Direction;
  readonly stake: string;
}
const ORDERS: readonly Order[] = [
  { direction: 'up', stake: '100' },
  { direction: 'down', stake: '250.5' },
];

test(`sign up, buy up and down options, and check each settlement: ${PRICES}`, async ({ visit }) => {
  const { code, market } = recorded ? playingCoin(TEST_MINUTES) : { code: 'BTCUSDT', market: undefined };
  await Promise.all([
    visit({ layout: 'desktop', language: 'en' }).then(async (person) => {
      await registerByUsername(person, newName());
      await trade(person, code, market);
    }),
    visit({ layout: 'phone', language: 'ar', colorScheme: 'dark' }).then(async (person) => {
      await registerByEmail(person, `${newName()}@example.com`, sharedServer());
      await trade(person, code, market);
    }),
  ]);
});

async function trade(person: Person, code: string, market: RecordedMarket | undefined): Promise<void> {
  const tour = await startTour(person);
  await openMarket(person, code);
  await expect(tour).toContainText(person.t('guide:tour.buy'));
  await watchPrices(person, market);
  const ids: number[] = [];
  for (const order of ORDERS) ids.push(await buyOption(person, { code, ...order }));
  await expect(tour).toContainText(person.t('guide:tour.watch'));
  // A short option is followed tick by tick.
  await expect(person.page.getByRole('radio', { name: person.t('trade:chart.ticks'), exact: true })).toBeChecked();
  await showOrders(person);
  await expect(person.page.getByRole('timer')).toHaveCount(ORDERS.length);

  let balance = OPENING;
  for (const [index, id] of ids.entries()) {
    const receipt = await settleAndVerify(person, id);
    if (index === 0) await finishTour(person, tour);
    checkSettlement(receipt, { code, ...ORDERS[index]! }, market);
    await expectResult(person, receipt);
    balance += Number(receipt.paid) - Number(receipt.amount) - Number(receipt.fee);
  }
  await open(person, '/zjxq');
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

/** Prices move, and each one on screen is within the recorded bar of its minute. */
async function watchPrices(person: Person, market: RecordedMarket | undefined): Promise<void> {
  const price = headPrice(person);
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        const before = Date.now();
        const text = await textOf(price);
        seen.add(text);
        // On a slow machine the price on screen may be old.
        const bars = [before - MINUTE_MS, before, Date.now()]
          .map((at) => market?.barAt(at))
          .filter((bar) => bar !== undefined);
        if (market !== undefined) {
          const shown = numberIn(person, text);
          expect(bars.some((bar) => bar.low <= shown && shown <= bar.high)).toBe(true);
        }
        return seen.size;
      },
      { intervals: [400] },
    )
    .toBeGreaterThan(3);
}

/** Recalculates the result from the receipt, the published rules and the recording. */
function checkSettlement(
  receipt: Receipt,
  bought: Order & { readonly code: string },
  market: RecordedMarket | undefined,
): void {
  expect(receipt).toMatchObject({
    code: bought.code,
    direction: bought.direction,
    state: 'settled',
    periodSeconds: 30,
  });
  expect(Number(receipt.amount)).toBe(Number(bought.stake));
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
  const right = bought.direction === 'up' ? rose : -rose;
  expect(receipt.outcome).toBe(right === 0 ? 'draw' : right > 0 ? 'win' : 'lose');
  const won = Number(receipt.amount) + Number(receipt.profit);
  expect(Number(receipt.paid)).toBe({ win: won, draw: Number(receipt.amount), lose: 0 }[receipt.outcome]);

  if (market === undefined) return;
  for (const tick of [entry, exit]) {
    const bar = market.barAt(Date.parse(tick.at));
    expect(bar, `a recorded bar at ${tick.at}`).toBeDefined();
    expect(Number(tick.price)).toBeGreaterThanOrEqual(bar!.low);
    expect(Number(tick.price)).toBeLessThanOrEqual(bar!.high);
  }
}

/** The page agrees with the receipt, and the history lists the order. */
async function expectResult(person: Person, receipt: Receipt): Promise<void> {
  const { page, t } = person;
  await expect(page.getByRole('main').getByText(t(`trade:outcome.${receipt.outcome}`), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: t('trade:order.back') }).click();
  await showHistory(person);
  await expect(page.getByRole('table', { name: t('trade:orders.history') })).toBeVisible();
  await expect(button(person, t('trade:receipt.verify'))).toHaveCount(0);
}
