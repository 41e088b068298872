import { expect, type Locator } from '@playwright/test';
import { barButton, button, dialog, open, type Person } from './person.ts';
import { saveReceipt } from './receipts.ts';
import { expectToast } from './toasts.ts';
import { numbered } from './words.ts';

export type Direction = 'up' | 'down';

export interface Purchase {
  readonly code: string;
  readonly direction: Direction;
  readonly stake: string;
  readonly seconds?: number;
}

export const openMarket = (person: Person, code: string): Promise<void> =>
  open(person, `/cruuency?code=${encodeURIComponent(code)}`);

/** An option’s period by its length. Intervals of the chart are radio buttons of equal lengths. */
export const periodChoice = ({ t, format }: Person, ticket: Locator, seconds: number): Locator =>
  ticket
    .getByRole('group', { name: t('trade:options.period') })
    .getByRole('radio', { name: `${format.duration(seconds)}, ` });

/** Fills the ticket: beside the chart on a desktop, in a sheet from the bottom on a phone. */
export async function fillTicket(person: Person, { direction, stake, seconds = 30 }: Omit<Purchase, 'code'>) {
  const { page, t, layout } = person;
  const word = t(direction === 'up' ? 'trade:options.up' : 'trade:options.down');
  if (layout === 'phone') await barButton(person, word).click();
  const ticket = layout === 'phone' ? dialog(person).last() : page.getByRole('main');
  await ticket.getByRole('radio', { name: word, exact: true }).check();
  await periodChoice(person, ticket, seconds).check();
  await ticket.getByLabel(t('trade:options.stake'), { exact: true }).fill(stake);
  return ticket;
}

/** Orders are below the chart on a desktop, and in their own tab on a phone. */
export async function showOrders({ page, t, layout }: Person): Promise<void> {
  if (layout !== 'phone') return;
  await page
    .getByRole('tablist', { name: t('workspace:tab.label') })
    .getByRole('tab', { name: new RegExp(`^${t('workspace:tab.orders')}`) })
    .click();
}

/** One of the lists of the orders: what is open, what waits, what has ended. */
export async function showList(person: Person, name: string): Promise<void> {
  await showOrders(person);
  await person.page
    .getByRole('tablist', { name: person.t('trade:orders.title') })
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click();
}

export const showHistory = (person: Person): Promise<void> => showList(person, person.t('trade:orders.history'));
/** On a phone the view is called orders already. */
export const showWaiting = (person: Person): Promise<void> =>
  showList(person, person.t(person.layout === 'phone' ? 'order:state.waiting' : 'trade:orders.title'));

/** Buys an option through the ticket and its confirmation. Returns the order's number. */
export async function buyOption(person: Person, purchase: Purchase): Promise<number> {
  const { t, format } = person;
  const ticket = await fillTicket(person, purchase);
  const amount = format.money(purchase.stake, 'USDT');
  const buy = t(purchase.direction === 'up' ? 'trade:options.buyUp' : 'trade:options.buyDown', { amount });
  await ticket.getByRole('button', { name: buy }).click();
  const confirm = ticket.getByRole('group', { name: t('trade:options.confirmTitle') });
  await confirm.getByRole('button', { name: buy }).click();
  const placed = numbered(t, 'trade:options.placed', 'id');
  const id = Number(placed.exec(await expectToast(person, placed))?.[1]);
  await expect(confirm).toBeHidden();
  return id;
}

/** The receipt that the order page offers for download, as any program would read it. */
export interface Receipt {
  readonly code: string;
  readonly direction: Direction;
  readonly amount: string;
  readonly profit: string;
  readonly fee: string;
  readonly paid: string;
  readonly state: string;
  readonly outcome: 'win' | 'lose' | 'draw';
  readonly periodSeconds: number;
  readonly placedAt: string;
  readonly expiresAt: string;
  readonly entry: ReceiptTick;
  readonly exit: ReceiptTick;
  readonly receipt: {
    readonly ticksInWindow: number;
    readonly ticks: readonly { readonly tick: { readonly seq: number; readonly mid: string; readonly at: string } }[];
  };
}

export interface ReceiptTick {
  readonly seq: number;
  readonly price: string;
  readonly at: string;
}

/** Has the page of an order that has ended verify it, once its minute is signed. */
export async function settleAndVerify(person: Person, id: number): Promise<Receipt> {
  const { page, t } = person;
  await open(person, `/order/options/${id}`);
  await button(person, t('trade:receipt.verify')).click();
  const verdict = page.getByRole('status').filter({ hasText: t('trade:receipt.resultFits') });
  await expect(verdict).toContainText(t('trade:receipt.resultFits'));
  await expect(page.getByText(t('trade:order.proofOk'), { exact: true })).not.toHaveCount(0);
  return JSON.parse(await saveReceipt(person)) as Receipt;
}
