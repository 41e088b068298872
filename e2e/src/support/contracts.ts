import { expect, type Locator } from '@playwright/test';
import type { Api } from './guest.ts';
import { barButton, button, dialog, open, type Person } from './person.ts';
import { saveReceipt } from './receipts.ts';

export interface ContractRequest {
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly leverage: number;
  readonly stops?: { readonly stopLoss: string; readonly takeProfit: string };
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

export const evidenceOf = async (api: Api, id: number): Promise<ContractEvidence> =>
  (await api.resultOf('getPosition', { params: { id } })) as ContractEvidence;

/** Opens a contract at market through the ticket. Returns the order's number. */
export async function openContract(person: Person, api: Api, request: ContractRequest): Promise<number> {
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
    // The chart's line of what was typed before has the same name.
    for (const stop of ['stopLoss', 'takeProfit'] as const) {
      await ticket.getByRole('textbox', { name: t(`contracts:${stop}`), exact: true }).fill(request.stops[stop]);
    }
  }
  const id = await orderContract(person, api, ticket);
  await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe('open');
  expect(page.url()).toContain(request.code);
  return id;
}

/** Sends a filled ticket, confirmed as it asks. Returns the order's number. */
export async function orderContract({ t }: Person, api: Api, ticket: Locator): Promise<number> {
  const before = await newest(api);
  const confirmation = ticket.getByRole('group', { name: t('contracts:confirm.title') });
  await ticket.locator('button[type=submit]').click();
  await confirmation.locator('button[type=submit]').click();
  await expect.poll(() => newest(api)).not.toBe(before);
  await expect(confirmation).toBeHidden();
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

/** Has an order's page verify it, once its prices are signed. Returns its receipt. */
export async function endAndVerify<Evidence>(person: Person, path: string): Promise<Evidence> {
  const { page, t } = person;
  await open(person, path);
  await button(person, t('trade:receipt.verify')).click();
  const verdict = page.getByRole('status').filter({ hasText: t('trade:receipt.resultFits') });
  await expect(verdict).toContainText(t('trade:receipt.resultFits'));
  return JSON.parse(await saveReceipt(person)) as Evidence;
}
