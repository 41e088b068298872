import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, formatAmount, parseAmount, subtract } from '@glasshouse/rules/money';
import { figureOf } from '../figures/in-force.ts';
import { type HouseKind, houseAccount, partsOf, userAccount } from '../kernel/core/accounts.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import { balanceOf } from '../kernel/core/state.ts';
import type { AccountKey, Command, CoreModule, CoreState, Effects, Outcome, Posting } from '../kernel/core/types.ts';

/** Opening balance of a demo book, and what a reset restores. */
const demoGrant = (state: CoreState): Amount => amountOf(figureOf(state, 'demo.grant'));
export const DEMO_ASSET = 'USDT';

/**
 * Since these rules, `external` is only money that really came or went: what is played with comes
 * from an account of its own. Commands name them, because they came before the log stated its
 * version (`kernel/core/rules.ts`); commands from before name none, and keep what they did.
 */
export const RULES = 2;
type Ruled = { readonly rules?: typeof RULES };

const isRuled = (state: CoreState, { rules }: Ruled): boolean => RULES <= rulesOf(state, rules);
const sourceOf = (state: CoreState, body: Ruled): HouseKind => (isRuled(state, body) ? 'playMoney' : 'external');

/** Opens the demo book with its grant. Opening it again succeeds and moves nothing. */
function openBook(state: CoreState, command: Command<Ruled>): Outcome {
  const { userId, book, seq } = command;
  if (book !== 'demo') return refuse(code.demoOnly);
  const available = userAccount(userId, book, DEMO_ASSET, 'available');
  const opened = state.accounts.has(available);
  const postings: Posting[] = opened
    ? []
    : [
        {
          from: houseAccount(book, DEMO_ASSET, sourceOf(state, command.body)),
          to: available,
          amount: demoGrant(state),
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
function resetBook(state: CoreState, command: Command<Ruled>): Outcome {
  const { userId, book, seq } = command;
  if (book !== 'demo') return refuse(code.demoOnly);
  const closing = state.modules.map((module) => module.closeAll?.(state, command)).filter((part) => part !== undefined);
  const postings: Posting[] = closing.flatMap((part) => part.postings);
  const ref = String(seq);
  const grant = demoGrant(state);
  for (const [key, balance] of balancesAfter(state, userId, book, postings)) {
    const { asset, kind } = partsOf(key);
    const target = asset === DEMO_ASSET && kind === 'available' ? grant : (0n as Amount);
    const source = houseAccount(book, asset, sourceOf(state, command.body));
    if (balance < target) {
      postings.push({ from: source, to: key, amount: subtract(target, balance), reason: 'demo.reset', ref });
    } else if (target < balance) {
      postings.push({ from: key, to: source, amount: subtract(balance, target), reason: 'demo.reset', ref });
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
  return { ok: true, result: { balance: formatAmount(grant), asset: DEMO_ASSET }, ...effects };
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

export type FundBody = Ruled & { readonly asset: string; readonly amount: string; readonly into: string };

/**
 * Play money for the house of a seeded book, into `capital` or through it into a pool. The house of
 * any other book is funded by operators, two at a time (`house.move`).
 */
function fund(state: CoreState, command: Command<FundBody>): Outcome {
  const { asset, amount: text, into } = command.body;
  const amount = parseAmount(text);
  if (amount === undefined || amount === 0n) return refuse(code.outOfRange, 'amount');
  const { book, seq, body } = command;
  const keeps = into === 'capital' && isRuled(state, body);
  if (!into.startsWith('pool.') && !keeps) return refuse(code.wrongFormat, 'into');
  const capital = houseAccount(book, asset, 'capital');
  const ref = String(seq);
  const source = houseAccount(book, asset, sourceOf(state, body));
  const reason = isRuled(state, body) ? 'house.playMoney' : 'house.capital';
  const postings: Posting[] = [{ from: source, to: capital, amount, reason, ref }];
  if (!keeps) {
    const pool = houseAccount(book, asset, into as HouseKind);
    postings.push({ from: capital, to: pool, amount, reason: 'house.fund', ref });
  }
  return { ok: true, result: null, postings, rows: [], events: [] };
}

/** Opening funds of the options pool on a seeded book. */
export const OPTIONS_POOL = formatAmount(amountOf('10000000'));

export type LedgerCommands = {
  readonly 'books.open': { readonly body: Ruled; readonly facts: null };
  readonly 'books.reset': { readonly body: Ruled; readonly facts: null };
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
