import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, formatAmount, parseAmount, subtract, wholeUnits } from '@glasshouse/rules/money';
import { type HouseKind, houseAccount, partsOf, userAccount } from '../kernel/accounts.ts';
import { refuse } from '../kernel/refusal.ts';
import { balanceOf } from '../kernel/state.ts';
import type { AccountKey, Command, CoreModule, CoreState, Effects, Json, Outcome, Posting } from '../kernel/types.ts';

/** Opening balance of a demo book, and what a reset restores. */
export const DEMO_GRANT: Amount = wholeUnits(100_000);
export const DEMO_ASSET = 'USDT';

/** Opens the demo book with its grant. Opening it again succeeds and moves nothing. */
function openBook(state: CoreState, command: Command): Outcome {
  const { userId, book, seq } = command;
  if (book !== 'demo') return refuse(code.demoOnly);
  const available = userAccount(userId, book, DEMO_ASSET, 'available');
  const opened = state.accounts.has(available);
  const postings: Posting[] = opened
    ? []
    : [
        {
          from: houseAccount(book, DEMO_ASSET, 'external'),
          to: available,
          amount: DEMO_GRANT,
          reason: 'demo.grant',
          ref: String(seq),
        },
      ];
  return { ok: true, result: { opened: !opened }, postings, rows: [], events: [] };
}

/**
 * Closes everything open on the demo book, returns what is left, and grants the opening balance
 * again.
 */
function resetBook(state: CoreState, command: Command): Outcome {
  const { userId, book, seq } = command;
  if (book !== 'demo') return refuse(code.demoOnly);
  const closing = state.modules.map((module) => module.closeAll?.(state, command)).filter((part) => part !== undefined);
  const postings: Posting[] = closing.flatMap((part) => part.postings);
  const ref = String(seq);
  for (const [key, balance] of balancesAfter(state, userId, book, postings)) {
    const { asset, kind } = partsOf(key);
    const target = asset === DEMO_ASSET && kind === 'available' ? DEMO_GRANT : (0n as Amount);
    const external = houseAccount(book, asset, 'external');
    if (balance < target) {
      postings.push({ from: external, to: key, amount: subtract(target, balance), reason: 'demo.reset', ref });
    } else if (target < balance) {
      postings.push({ from: key, to: external, amount: subtract(balance, target), reason: 'demo.reset', ref });
    }
  }
  const effects: Effects = {
    postings,
    rows: closing.flatMap((part) => part.rows),
    events: [
      ...closing.flatMap((part) => part.events),
      { userId, book, kind: 'demo.reset', data: { at: new Date(command.at).toISOString() } },
    ],
  };
  return { ok: true, result: { balance: formatAmount(DEMO_GRANT), asset: DEMO_ASSET }, ...effects };
}

/** The user's balances on the book after the given postings. */
function balancesAfter(
  state: CoreState,
  userId: number,
  book: string,
  postings: readonly Posting[],
): Map<AccountKey, Amount> {
  const after = new Map<AccountKey, Amount>();
  const available = userAccount(userId, 'demo', DEMO_ASSET, 'available');
  for (const key of [available, ...(state.residents.get(userId) ?? [])]) {
    if (partsOf(key).book === book) after.set(key, balanceOf(state, key));
  }
  const prefix = `u${userId}/`;
  const move = (key: AccountKey, amount: bigint): void => {
    if (key.startsWith(prefix)) after.set(key, ((after.get(key) ?? balanceOf(state, key)) + amount) as Amount);
  };
  for (const posting of postings) {
    move(posting.from, -posting.amount);
    move(posting.to, posting.amount);
  }
  return after;
}

export type FundBody = { readonly asset: string; readonly amount: string; readonly into: string };

/** The operator's own money comes in (`external → capital`) and funds a pool (`capital → pool`). */
function fund(_state: CoreState, command: Command<FundBody>): Outcome {
  const { asset, amount: text, into } = command.body;
  const amount = parseAmount(text);
  if (amount === undefined || amount === 0n) return refuse(code.outOfRange, 'amount');
  if (!into.startsWith('pool.')) return refuse(code.wrongFormat, 'into');
  const { book, seq } = command;
  const capital = houseAccount(book, asset, 'capital');
  const ref = String(seq);
  const postings: Posting[] = [
    { from: houseAccount(book, asset, 'external'), to: capital, amount, reason: 'house.capital', ref },
    { from: capital, to: houseAccount(book, asset, into as HouseKind), amount, reason: 'house.fund', ref },
  ];
  return { ok: true, result: null, postings, rows: [], events: [] };
}

/** Opening funds of the options pool on a seeded book. */
export const OPTIONS_POOL = formatAmount(amountOf('10000000'));

export type LedgerCommands = {
  readonly 'books.open': { readonly body: Json; readonly facts: null };
  readonly 'books.reset': { readonly body: Json; readonly facts: null };
  readonly 'house.fund': { readonly body: FundBody; readonly facts: null };
};

export const ledgerModule: CoreModule<LedgerCommands> = {
  name: 'ledger',
  initial: () => ({}),
  tables: [],
  reduce: (_slice, change) => {
    throw new Error(`the ledger owns no rows, not ${change.table}`);
  },
  handlers: { 'books.open': openBook, 'books.reset': resetBook, 'house.fund': fund },
  gather: {},
  internal: ['house.fund'],
};
