import type { ResultOf } from '@glasshouse/api/calls';
import type { Book } from '@glasshouse/api/constants';
import { add, amountOf, formatAmount, parseRate, ZERO } from '@glasshouse/rules/money';
import { type Instrument, MARKET_TYPES } from '../market-data/instruments/instrument.ts';
import type { InstrumentTerms } from '../market-data/queries.ts';
import { VOLUME_SOURCES } from '../money/fee-tiers/volume.ts';
import { type CallHandlers, done } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';

type SiteFigures = ResultOf<'getSiteFigures'>;
type Fee = NonNullable<SiteFigures['fee']>;
type Volume = SiteFigures['volume'][number];

const DAY_MS = 86_400_000;
/** Read at most this often, however many people look at the home page. */
const SHOWN_MS = 60_000;
/** Of `traded_volume`: products in which people trade. */
const TRADED: readonly string[] = ['options', 'contracts', 'spot', 'convert'];

export interface SiteFiguresDeps {
  readonly pool: Pool;
  readonly now: () => number;
  readonly instruments: readonly Instrument[];
  readonly termsOf: (instrument: Instrument, book: Book) => Pick<InstrumentTerms, 'options' | 'fees'>;
}

/** The highest rate that anybody is charged on the real book, before levels lower it. */
export function highestFee({ instruments, termsOf }: Pick<SiteFiguresDeps, 'instruments' | 'termsOf'>): Fee | null {
  let highest: Fee | null = null;
  let most = -1n;
  for (const instrument of instruments) {
    const { options, fees } = termsOf(instrument, 'real');
    const rates = [
      ...(options.enabled ? options.periods : []).map(({ feeRate }) => ['options', feeRate] as const),
      ['contracts', fees.contractRate] as const,
      ['spot', fees.makerRate] as const,
      ['spot', fees.takerRate] as const,
    ];
    for (const [product, rate] of rates) {
      const parsed = rate === null ? undefined : parseRate(rate);
      if (parsed === undefined || rate === null || parsed <= most) continue;
      most = parsed;
      highest = { rate, product, code: instrument.code, market: instrument.name };
    }
  }
  return highest;
}

/** Coins with a market of their own, each once, however many pairs it has. */
export const cryptocurrencies = (instruments: readonly Instrument[]): number =>
  new Set(instruments.filter(({ type }) => type === MARKET_TYPES.crypto).map(({ base }) => base)).size;

/** What people traded since `from`, by product and book, in USDT: from the orders themselves. */
async function volumeSince(pool: Pool, from: number, to: number): Promise<Volume[]> {
  const sources = VOLUME_SOURCES.filter(({ product }) => TRADED.includes(product));
  return Promise.all(
    sources.map(async ({ product, sql }) => {
      const { rows } = await pool.query<{ book: Book; volume: string }>(
        `select book, trunc(coalesce(sum(volume), 0), 8)::text as volume from (${sql}) traded group by book`,
        [0, Number.MAX_SAFE_INTEGER, new Date(from), new Date(to)],
      );
      const sumOf = (book: Book): string =>
        formatAmount(
          rows.filter((row) => row.book === book).reduce((total, row) => add(total, amountOf(row.volume)), ZERO),
        );
      return { product: product as Volume['product'], real: sumOf('real'), demo: sumOf('demo') };
    }),
  );
}

/** The figures of the home page, each computed from what this installation holds. */
export function siteFigureCalls({ pool, now, ...offered }: SiteFiguresDeps) {
  let shown: { readonly at: number; readonly figures: Promise<SiteFigures> } | undefined;
  const read = async (at: number): Promise<SiteFigures> => {
    const from = at - DAY_MS;
    const [volume, users] = await Promise.all([
      volumeSince(pool, from, at),
      pool.query<{ registered: number; guests: number }>(
        `select count(*) filter (where kind = 'user')::int as registered,
                count(*) filter (where kind = 'guest')::int as guests from users`,
      ),
    ]);
    return {
      at: new Date(at).toISOString(),
      fee: highestFee(offered),
      cryptocurrencies: cryptocurrencies(offered.instruments),
      volumeFrom: new Date(from).toISOString(),
      volume,
      users: users.rows[0] ?? { registered: 0, guests: 0 },
    };
  };
  return {
    async getSiteFigures() {
      const at = now();
      if (shown === undefined || SHOWN_MS <= at - shown.at) {
        const figures = read(at);
        shown = { at, figures };
        figures.catch(() => {
          shown = undefined;
        });
      }
      return done(await shown.figures);
    },
  } satisfies CallHandlers;
}
