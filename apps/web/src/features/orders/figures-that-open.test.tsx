// @vitest-environment happy-dom
/**
 * Every figure of a receipt opens into its reason or is an input of one that does. Those that do
 * neither are listed here, each with why.
 */
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import type { ComponentType } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { POSITION } from '../../testing/contract-orders.ts';
import { boughtCoins, closedContract, lostOption, SIGNER } from '../../testing/evidence.ts';
import { loneFigures } from '../../testing/lone-figures.ts';
import { tick } from '../../testing/market.ts';
import { PLACED_OPTION } from '../../testing/options-orders.ts';
import { conversionOf, loanOf, planOf, sharedOf, TOKEN } from '../../testing/receipt-evidence.ts';
import { ContractOrderPage } from './contract-order-page.tsx';
import { ConversionPage } from './conversion-page.tsx';
import { LoanReceiptPage } from './loan-receipt-page.tsx';
import { OrderPage } from './order-page.tsx';
import { PlanPage } from './plan-page.tsx';
import { SharedPage } from './shared-page.tsx';
import { SpotOrderPage } from './spot-order-page.tsx';

/**
 * Why a figure neither opens nor is an input: a price of the tape, or what follows from several,
 * which the proofs beside it prove; a price of the moment, not signed yet; agreed by the person who
 * ordered; a ledger line, which its number leads to.
 */
type Why = 'signed' | 'agreed' | 'booked' | 'live';

interface Case {
  readonly path: string;
  readonly route: string;
  readonly page: ComponentType;
  /** What the server says where it is not the usual. */
  readonly answer?: (server: FakeServer) => unknown;
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
  'an open option': {
    path: `/order/options/${PLACED_OPTION.id}`,
    route: '/order/options/:id',
    page: OrderPage,
    answer: (fake) => fake.on('getOptionOrder', openOption),
    alone: { '80.00USDT': 'agreed', '95,900.00': 'signed', '95,950.00': 'live' },
  },
  'an open contract': {
    path: `/order/contracts/${POSITION.id}`,
    route: '/order/contracts/:id',
    page: ContractOrderPage,
    answer: (fake) => fake.on('getPosition', () => ({ ...closedContract(), order: POSITION })),
    alone: { '95,950.00': 'live' },
  },
  'a conversion': {
    path: '/order/convert/2674',
    route: '/order/convert/:id',
    page: ConversionPage,
    alone: { '96,339.11USDT': 'agreed' },
  },
  'a loan': {
    path: '/order/loan/5',
    route: '/order/loan/:id',
    page: LoanReceiptPage,
    alone: {
      '1,000.00USDT': 'agreed',
      '12.50USDT': 'booked',
      '2,000.00USDT': 'agreed',
      '300.00USDT': 'booked',
      '45.00USDT': 'agreed',
      '700.00USDT': 'booked',
    },
  },
  'a shared order': {
    path: `/receipt/${TOKEN}`,
    route: '/receipt/:token',
    page: SharedPage,
    alone: { '−100.00USDT': 'signed' },
  },
};

/** An option while it runs: at a price, and not at its end. */
const openOption = (): ResultOf<'getOptionOrder'> => ({
  ...PLACED_OPTION,
  state: 'open',
  entry: { seq: 37, price: '95900', bid: '95899', ask: '95901', at: new Date(Date.now() - 1_000).toISOString() },
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  receipt: null,
  proof: null,
});

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer()
    .on('getOptionOrder', lostOption)
    .on('getSpotOrder', boughtCoins)
    .on('getPosition', closedContract)
    .on('getPlan', () => planOf())
    .on('getLoanReceipt', () => loanOf())
    .on('getConversion', () => conversionOf())
    .on('getSharedReceipt', () => sharedOf(lostOption(), 'option'))
    .on('getLogHash', () => new Refusal(code.nothingFound, 'No such entry.'))
    .on('listSharedReceipts', () => [])
    .on('getMarketInfo', () => BITCOIN)
    .on('listPublicKeys', () => [{ publicKey: SIGNER }] as ResultOf<'listPublicKeys'>)
    .on('getTickReceipt', () => new Refusal(code.nothingFound, 'No such tick.'))
    .on('getAnchor', () => new Refusal(code.nothingFound, 'No anchor yet.'));
});

test.each(Object.entries(CASES))('%s: its figures open, or are listed with a reason', async (_, shown) => {
  const { path, route, page, alone, answer } = shown;
  answer?.(server);
  await show(<Route path={route} component={page} />, {
    path,
    account: CUSTOMER,
    namespaces: [
      ...(['order', 'trade', 'account', 'market', 'contracts', 'workspace', 'errors', 'guide'] as const),
      ...(['site', 'portfolio', 'convert', 'plans', 'funds', 'loans'] as const),
    ],
  });
  tick(BITCOIN, { bid: 95_949, ask: 95_951, price: 95_950 });
  expect(await loneFigures()).toEqual(Object.keys(alone).toSorted());
});
