import type { ResultOf } from '@glasshouse/api';

type Line = ResultOf<'listStatement'>['items'][number];

const BOOKED_AT = new Date().toISOString();

/** A posting of today in demo USDT on the available balance, unless said otherwise. */
export const lineOf = (line: Partial<Line> & Pick<Line, 'id' | 'reason' | 'amount' | 'ref'>): Line => ({
  seq: 7,
  at: BOOKED_AT,
  book: 'demo',
  asset: 'USDT',
  balanceAfter: '9000',
  account: 'available',
  counterparty: 'fees',
  ...line,
});
