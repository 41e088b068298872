import { ofHouse, ofUser } from './accounts.ts';
import { CODE } from './codes.ts';
import type { Desk } from './desk.ts';
import type { Entry } from './evidence.ts';
import { DEMO_OPENING, mustUnits, textOf, unitsOf } from './figures.ts';
import { shownAs } from './order.ts';
import { type Prediction, refusal } from './prediction.ts';

const ASSET = 'USDT';
const demoMoney = (user: number): string => ofUser(user, 'demo', ASSET, 'available');

export function predictOpen(desk: Desk, { user, book }: Entry): Prediction {
  if (book !== 'demo') return refusal(CODE.demoOnly);
  const opened = !desk.accounts.has(demoMoney(user));
  if (opened) desk.accounts.move(ofHouse(book, ASSET, 'external'), demoMoney(user), DEMO_OPENING);
  return { code: CODE.done, result: { opened } };
}

/** Everything live is void, then the book holds its opening balance again; the difference comes from, or goes, outside. */
export function predictReset(desk: Desk, entry: Entry): Prediction {
  const { user, book } = entry;
  if (book !== 'demo') return refusal(CODE.demoOnly);
  const orders = desk.closeAll(entry);
  const difference = DEMO_OPENING - desk.accounts.of(demoMoney(user));
  desk.accounts.move(ofHouse(book, ASSET, 'external'), demoMoney(user), difference);
  const balance = textOf(DEMO_OPENING);
  const events = [
    ...orders.map((order) => ({ userId: user, book, kind: 'options.order', data: shownAs(order) as unknown })),
    { userId: user, book, kind: 'demo.reset', data: { at: new Date(entry.at).toISOString() } },
  ];
  return { code: CODE.done, result: { balance, asset: ASSET }, orders, events };
}

export function predictFund(desk: Desk, { book, body }: Entry): Prediction {
  const { asset, amount, into } = body as { asset: string; amount: string; into: string };
  const units = unitsOf(amount);
  if (units === undefined || units === 0n) return refusal(CODE.range, 'amount');
  if (!into.startsWith('pool.')) return refusal(CODE.format, 'into');
  // The owner's money comes in first, and is then put behind the promise.
  desk.accounts.move(ofHouse(book, asset, 'external'), ofHouse(book, asset, 'capital'), units);
  desk.accounts.move(ofHouse(book, asset, 'capital'), ofHouse(book, asset, into), units);
  return { code: CODE.done, result: null };
}

/** Money for the real book, which only the simulation can make (`world/deposits.ts`). */
export function predictDeposit(desk: Desk, { user, book, body }: Entry): Prediction {
  const units = mustUnits((body as { amount: string }).amount);
  desk.accounts.move(ofHouse(book, ASSET, 'external'), ofUser(user, book, ASSET, 'available'), units);
  return { code: CODE.done, result: null };
}
