import { Type } from 'typebox';
import {
  amount,
  book,
  identifier,
  instrumentCode,
  list,
  nullable,
  rate,
  signedAmount,
  strict,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const QUEUES = ['kyc', 'deposits', 'withdrawals', 'loans', 'requests', 'payouts'] as const;
export const PRODUCTS = ['options', 'contracts', 'spot', 'convert'] as const;
export const product = () => Type.Enum([...PRODUCTS]);
export const ALARMS = [
  'houseLimit',
  'heldPrices',
  'unstoredPrices',
  'stalePrices',
  'reorganisation',
  'stuckPayout',
  'credentials',
  'requestAltered',
  'watcher',
  'mail',
  'poolLow',
  'anchor',
  'instrumentClosed',
  'diskLow',
  'diskFull',
] as const;

export const housePool = strict({
  book: book(),
  asset: words('Asset.'),
  kind: words('House account: `pool.options`.'),
  balance: signedAmount('Balance; negative only for `external` and `playMoney`.'),
});

/** What needs a person now, and how the house stands. */
export const operatorDashboardCalls = {
  getDashboard: defineOperatorCall({
    name: 'getDashboard',
    method: 'GET',
    path: '/dashboard',
    access: 'dashboard.read',
    stepUp: false,
    command: false,
    summary: 'Queues with their age, volumes, exposure, pools, feeds, alarms and the share of losing accounts.',
    result: strict({
      at: timestamp('When these figures were read.'),
      queues: list(
        strict({
          queue: Type.Enum([...QUEUES]),
          waiting: count('Items that wait.'),
          oldestAt: nullable(timestamp('Since when the oldest waits.')),
          dueAt: nullable(timestamp('When the oldest is due; null without a deadline.')),
          overdue: count('Items past their deadline.'),
        }),
        20,
      ),
      volumes: list(
        strict({
          day: words('Day, UTC: `2026-03-01`.'),
          book: book(),
          product: product(),
          volume: amount('Traded, in USDT.'),
          traders: count('People who traded.'),
        }),
        500,
      ),
      exposure: list(
        strict({
          book: book(),
          product: Type.Enum(['options', 'contracts']),
          code: instrumentCode(),
          orders: count('Open orders.'),
          bought: amount('Of people: up or long; stakes or notional in USDT.'),
          sold: amount('Of people: down or short.'),
          promised: amount('What the house owes at worst where it is bounded: profits of options.'),
          limit: amount('The most that the terms allow.'),
        }),
        1_000,
      ),
      pools: list(housePool, 500),
      feeds: strict({
        listed: count('Instruments listed.'),
        open: count('Whose market is open.'),
        signedTo: nullable(timestamp('End of the newest minute of prices that is signed.')),
        held: list(
          strict({
            code: instrumentCode(),
            source: words('Name of the feed.'),
            price: nullable(words('Last accepted price.')),
            since: nullable(timestamp('When it was accepted.')),
            state: Type.Enum(['stale', 'noPrice']),
          }),
          500,
        ),
        sources: list(
          strict({
            source: words('Name of the feed.'),
            instruments: count('Listed.'),
            stale: count('Without a fresh price.'),
          }),
          20,
        ),
      }),
      alarms: list(
        strict({
          kind: Type.Enum([...ALARMS]),
          subject: words('What it is about.'),
          since: nullable(timestamp('Since when.')),
          count: count('How often, or how many.'),
        }),
        200,
      ),
      losing: list(
        strict({
          book: book(),
          product: product(),
          accounts: count('Accounts with a result in the last twelve months.'),
          losing: count('Of them with a loss.'),
          share: nullable(rate('Losing of all; null without accounts.')),
        }),
        20,
      ),
      people: strict({
        users: count('Registered people.'),
        guests: count('Guests.'),
        today: count('Registered in the last 24 hours.'),
        frozen: count('Frozen or disabled.'),
        newest: nullable(identifier('Newest person.')),
      }),
    }),
    codes: [],
  }),
};
