import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import type { Api } from './guest.ts';
import { barButton, button, dialog, open, type Person } from './person.ts';

export interface ContractRequest {
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly leverage: number;
  /** From bid and ask at the moment when the ticket is filled in. */
  readonly stops?: (market: Market) => { readonly stopLoss: string; readonly takeProfit: string };
  /** The order waits for such a market, with everything filled in. */
  readonly when?: (market: Market) => boolean;
}

export interface Market {
  readonly bid: string;
  readonly ask: string;
  readonly precision: number;
  readonly contracts: { readonly lotSize: string; readonly feeRate: string; readonly maxLeverage: number };
}

export interface ContractTick {
  readonly seq: number;
  readonly price: string;
  readonly bid: string;
  readonly ask: string;
  readonly at: string;
}

export interface ContractEvidence {
  readonly order: {
    readonly id: number;
    readonly code: string;
    readonly state: 'waiting' | 'open' | 'closed' | 'cancelled' | 'liquidated';
    readonly closedBy: string | null;
    readonly openPrice: string;
    readonly closePrice: string;
    readonly stopLoss: string | null;
    readonly takeProfit: string | null;
    readonly liquidationPrice: string | null;
    readonly lots: string;
    readonly openLots: string;
    readonly side: 'buy' | 'sell';
    readonly targets?: readonly unknown[];
    readonly trailing?: { readonly rate: string | null };
    readonly reverses?: number;
    readonly reversedBy?: number;
    readonly lotSize: string;
    readonly feeRate: string;
    readonly openFee: string;
    readonly closeFee: string;
    readonly realised: string;
    readonly margin: string;
  };
  readonly steps: readonly {
    readonly kind: string;
    readonly tick: ContractTick | null;
    readonly price: string | null;
    readonly margin?: string;
  }[];
  readonly lines: readonly { readonly account: string; readonly amount: string; readonly reason: string }[];
}

export const marketOf = async (api: Api, code: string): Promise<Market> =>
  (await api.resultOf('getMarketInfo', { params: { id: code } })) as Market;

export const evidenceOf = async (api: Api, id: number): Promise<ContractEvidence> =>
  (await api.resultOf('getPosition', { params: { id } })) as ContractEvidence;

/** Far longer than any step takes on a busy machine. */
const ATTEMPT_MS = 30_000;

/**
 * Opens a contract at market through the ticket and its confirmation. Returns the order's number.
 * One that its price left behind on the way is cancelled; then it is ordered again.
 */
export async function openContract(person: Person, api: Api, request: ContractRequest): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const id = await orderContract(person, api, request);
    const stateOf = async () => (await evidenceOf(api, id)).order.state;
    await expect.poll(stateOf).not.toBe('waiting');
    if (attempt === ATTEMPTS || (await stateOf()) !== 'cancelled') return id;
  }
}
const ATTEMPTS = 5;

async function orderContract(person: Person, api: Api, request: ContractRequest): Promise<number> {
  const { page, t } = person;
  await open(person, `/cruuency?code=${request.code}&product=contracts`);
  const ticket = await showTicket(person, request.side);
  await ticket.getByRole('radio', { name: t(request.side === 'buy' ? 'order:side.long' : 'order:side.short') }).check();
  await ticket.getByLabel(t('contracts:lots'), { exact: true }).fill(request.lots);
  await ticket.getByRole('textbox', { name: t('contracts:leverage'), exact: true }).fill(String(request.leverage));
  if (request.stops !== undefined) {
    await ticket
      .locator('summary')
      .filter({ hasText: t('contracts:stops') })
      .click();
  }
  const asked = ticket.getByRole('group', { name: t('contracts:confirm.title') });
  // The chart's line of what was typed before has the same name.
  const field = (stop: 'stopLoss' | 'takeProfit') =>
    ticket.getByRole('textbox', { name: t(`contracts:${stop}`), exact: true });
  const before = await newest(api);
  // If the price passes a stop between typing and ordering, type it again, as a person would.
  await expect(async () => {
    if ((await newest(api)) !== before) return;
    if (request.stops !== undefined) {
      const { stopLoss, takeProfit } = request.stops(await marketOf(api, request.code));
      await field('stopLoss').fill(stopLoss, { timeout: ATTEMPT_MS });
      await field('takeProfit').fill(takeProfit, { timeout: ATTEMPT_MS });
    }
    // A confirmation left over from an attempt that was refused.
    if (await asked.isVisible()) await asked.getByRole('button').first().click({ timeout: ATTEMPT_MS });
    await expect.poll(async () => request.when?.(await marketOf(api, request.code)) ?? true).toBe(true);
    await ticket.locator('button[type=submit]').click({ timeout: ATTEMPT_MS });
    await asked.locator('button[type=submit]').click({ timeout: ATTEMPT_MS });
    await expect.poll(() => newest(api), { timeout: ATTEMPT_MS }).not.toBe(before);
  }).toPass();
  await expect(asked).toBeHidden();
  expect(page.url()).toContain(request.code);
  return (await newest(api)) ?? 0;
}

/** Beside the chart on a desktop, in a sheet from the bottom on a phone. */
export async function showTicket(person: Person, side: 'buy' | 'sell'): Promise<Locator> {
  const { page, t, layout } = person;
  if (layout !== 'phone') return page.getByRole('main');
  await barButton(person, t(side === 'buy' ? 'workspace:side.buy' : 'workspace:side.sell')).click();
  return dialog(person).last();
}

async function newest(api: Api): Promise<number | undefined> {
  const { items } = await api.resultOf('listPositions', { query: { limit: 1 } });
  return items[0]?.id;
}

/**
 * Waits on an order's page until it has ended and its prices are signed, and has the page verify
 * it.
 */
export async function endAndVerify<Evidence>(person: Person, path: string): Promise<Evidence> {
  const { page, t } = person;
  await open(person, path);
  await button(person, t('trade:receipt.verify')).click();
  const verdict = page.getByRole('status').filter({ hasText: t('trade:receipt.resultFits') });
  // Up to a minute until a signed root covers the prices used; the page polls for it.
  await expect(verdict).toContainText(t('trade:receipt.resultFits'), { timeout: 240_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(person, t('trade:receipt.downloadReceipt')).click(),
  ]);
  return JSON.parse(await readFile(await download.path(), 'utf8')) as Evidence;
}
