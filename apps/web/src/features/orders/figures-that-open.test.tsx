// @vitest-environment happy-dom
/**
 * Every figure of a receipt opens into its reason or is an input of one that does. Those that do
 * neither are listed here, each with why.
 */
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { act, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { boughtCoins, closedContract, lostOption, SIGNER } from '../../testing/evidence.ts';
import { tick } from '../../testing/market.ts';
import { EARNING_PLAN } from '../../testing/plans.ts';
import { ContractOrderPage } from './contract-order-page.tsx';
import { OrderPage } from './order-page.tsx';
import { PlanPage } from './plan-page.tsx';
import { SpotOrderPage } from './spot-order-page.tsx';

/**
 * Why a figure neither opens nor is an input: a price of the tape, which the stamps beside it
 * prove; agreed by the person who ordered; a ledger line, which its number leads to.
 */
type Why = 'signed' | 'agreed' | 'booked';

interface Case {
  readonly path: string;
  readonly route: string;
  readonly page: ComponentType;
  /** Figures that neither open nor are an input. */
  readonly alone: Readonly<Record<string, Why>>;
}

const CASES: Readonly<Record<string, Case>> = {
  'an option': {
    path: '/order/options/2672',
    route: '/order/options/:id',
    page: OrderPage,
    alone: { '96,019.19': 'signed', '96,003.88': 'signed' },
  },
  'a contract': {
    path: '/order/contracts/2673',
    route: '/order/contracts/:id',
    page: ContractOrderPage,
    alone: { '474.80USDT': 'booked' },
  },
  'a spot order': {
    path: '/order/spot/2674',
    route: '/order/spot/:id',
    page: SpotOrderPage,
    alone: {},
  },
  'a plan': {
    path: '/order/plan/3001',
    route: '/order/plan/:id',
    page: PlanPage,
    alone: {},
  },
};

beforeEach(() => {
  localStorage.clear();
  const { log, lines, proof } = boughtCoins();
  const plan: ResultOf<'getPlan'> = { plan: EARNING_PLAN, ticks: [], log, lines, proof };
  new FakeServer()
    .on('getOptionOrder', lostOption)
    .on('getSpotOrder', boughtCoins)
    .on('getPosition', closedContract)
    .on('getPlan', () => plan)
    .on('getMarketInfo', () => BITCOIN)
    .on('listPublicKeys', () => [{ publicKey: SIGNER }] as ResultOf<'listPublicKeys'>)
    .on('getTickReceipt', () => new Refusal(code.nothingFound, 'No such tick.'))
    .on('getAnchor', () => new Refusal(code.nothingFound, 'No anchor yet.'));
});

/** Digits alone: a sign, an asset or cents do not make it another figure. */
const sizeOf = (text: string): string => bare(text).replace(/[^\d.,]/g, '');

/** Every figure in the panes that are open, and in the levels below them. */
async function inputsOf(button: HTMLElement): Promise<string[]> {
  await act(async () => button.click());
  const pane = await screen.findByRole('dialog');
  await expect.poll(() => pane.querySelectorAll('bdi').length).toBeGreaterThan(0);
  const found = new Set<string>();
  const collect = (): void => {
    for (const { textContent } of pane.querySelectorAll('bdi')) found.add(sizeOf(textContent));
  };
  collect();
  const levels = pane.querySelectorAll<HTMLElement>('dt button').length;
  for (let level = 0; level < levels; level += 1) {
    await act(async () => pane.querySelectorAll<HTMLElement>('dt button')[level]?.click());
    collect();
    await act(async () => pane.querySelector<HTMLElement>('ol button')?.click());
  }
  await act(async () => button.click());
  return [...found];
}

test.each(Object.entries(CASES))('%s: its figures open, or are listed with a reason', async (_, shown) => {
  const { path, route, page, alone } = shown;
  await show(<Route path={route} component={page} />, {
    path,
    account: CUSTOMER,
    namespaces: [
      ...(['order', 'trade', 'account', 'market', 'contracts', 'workspace', 'errors', 'guide'] as const),
      ...(['site', 'portfolio', 'convert', 'plans', 'funds', 'loans'] as const),
    ],
  });
  tick(BITCOIN, { bid: 95_949, ask: 95_951, price: 95_950 });
  const receipt = await screen.findByRole('article');
  const inputs = new Set<string>();
  for (const button of receipt.querySelectorAll<HTMLElement>('button[data-derived]')) {
    for (const input of await inputsOf(button)) inputs.add(input);
  }
  const neither = [...receipt.querySelectorAll('bdi[translate=no]')]
    .filter((figure) => figure.closest('[data-derived]') === null)
    .map(({ textContent }) => bare(textContent))
    .filter((text) => /\d/.test(text) && !inputs.has(sizeOf(text)));
  expect([...new Set(neither)].toSorted()).toEqual(Object.keys(alone).toSorted());
});
