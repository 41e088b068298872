import { formatAmount } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import type {
  Book,
  Command,
  CommandInput,
  CoreModule,
  CoreState,
  Outcome,
  QuestionOutcome,
} from '../../kernel/core/types.ts';
import { BOOKS } from '../../kernel/core/types.ts';
import { followStock } from './follow.ts';
import { CLAIMS_TABLE, type StockUsage, TAKEN_TABLE, takenChange } from './rows.ts';
import { stockLeft } from './share.ts';
import { emptySlice, HOUSE_STOCK, reduce, type StockRows, type StockSlice, shareKey, stockOf } from './slice.ts';

/** Networks of a book of whose taking nothing is left. */
export type FadedBody = { readonly shares: readonly { readonly asset: string; readonly network: string }[] };
type StockCommands = { readonly 'stock.faded': { readonly body: FadedBody; readonly facts: null } };

/** Looked at per time event, oldest first; so many are forgotten by one command. */
const FADED_PER_ROUND = 500;

const isFaded = (state: CoreState, { taken_at }: StockUsage, at: number): boolean =>
  taken_at + figureOf(state, 'networks.stockMs') <= at;

function* oldest(rows: Iterable<StockUsage>): Iterable<StockUsage> {
  let looked = 0;
  for (const row of rows) {
    if (FADED_PER_ROUND <= looked) return;
    looked += 1;
    yield row;
  }
}

/** Forgets shares that count nothing any more, so that memory holds a window's networks only. */
function fadedDue(state: CoreState, at: number): CommandInput[] {
  const due = [...oldest(stockOf(state).taken.values())].filter((row) => isFaded(state, row, at));
  return BOOKS.flatMap((book: Book) => {
    const shares = due.filter((row) => row.book === book);
    const [first] = shares;
    if (first === undefined) return [];
    const id = `stock.faded:${shareKey(first)}:${first.taken_at}`;
    const body: FadedBody = { shares: shares.map(({ asset, network }) => ({ asset, network })) };
    return [{ id, userId: 0, book, type: 'stock.faded', body }];
  });
}

function faded(state: CoreState, { book, at, body }: Command<FadedBody>): Outcome {
  const rows = body.shares.map(({ asset, network }) => {
    const row = stockOf(state).taken.get(shareKey({ book, asset, network }));
    if (row === undefined || !isFaded(state, row, at)) throw new Error(`${asset} of ${network} has not faded`);
    return takenChange({ ...row, taken: '0' });
  });
  return { ok: true, result: { shares: rows.length }, postings: [], rows, events: [] };
}

/** What the network of whoever asks may still take of a coin; null where nothing limits it. */
function askLeft(state: CoreState, { body, book, network, userId }: CommandInput, at: number): QuestionOutcome {
  const { asset } = body as { readonly asset: string };
  const left = network === undefined ? undefined : stockLeft(state, { book, asset, network }, at, userId);
  return { ok: true, result: { asset, left: left === undefined ? null : formatAmount(left) } };
}

/** What orders of each network took of the house's stock of coins. */
export const houseStockModule: CoreModule<StockCommands, StockRows, StockSlice> = {
  name: HOUSE_STOCK.name,
  initial: emptySlice,
  tables: [CLAIMS_TABLE, TAKEN_TABLE],
  reduce,
  handlers: { 'stock.faded': faded },
  gather: {},
  questions: { 'stock.left': askLeft },
  internal: ['stock.faded'],
  follows: followStock,
  onTime: fadedDue,
};
