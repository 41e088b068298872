import { code } from '@glasshouse/api/codes';
import { formatAmount, formatRate } from '@glasshouse/rules/money';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { Instrument } from '../../market-data/instruments/instrument.ts';
import { MARKET_TYPE_NAMES, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';
import { readFeeTiers } from '../../money/fee-tiers/table.ts';
import { answerOf, done, refuse } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { FeedLine } from '../dashboard/feed-line.ts';
import { INSTRUMENT_PRODUCTS, type InstrumentProduct, type TermProduct } from './fields.ts';
import type { Fields } from './offers.ts';
import { changesByThing, closedInstruments, isChanged, termsInForce, termsOf } from './queries.ts';

export interface OperatorTermsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly instruments: readonly Instrument[];
  readonly feedLines: () => readonly FeedLine[];
  /** What this installation offers on a thing without changes. */
  readonly standardOf: (product: TermProduct, code: string) => Fields | undefined;
}

const typeName = ({ type }: Instrument): string => MARKET_TYPE_NAMES.find((name) => MARKET_TYPES[name] === type) ?? '';

export function operatorTermsCalls({ pool, bus, instruments, feedLines, standardOf }: OperatorTermsDeps) {
  return {
    async listInstruments() {
      const [changes, closed, ...inForce] = await Promise.all([
        changesByThing(pool),
        closedInstruments(pool),
        ...INSTRUMENT_PRODUCTS.map((product) => termsInForce(pool, product)),
      ]);
      const terms = new Map<string, { product: InstrumentProduct; version: number; changed: boolean }>();
      for (const [index, product] of INSTRUMENT_PRODUCTS.entries()) {
        for (const row of inForce[index] ?? []) {
          const changed = isChanged(row.terms, standardOf(product, row.code));
          terms.set(`${product}/${row.code}`, { product, version: row.version, changed });
        }
      }
      const feeds = new Map(feedLines().map((line) => [line.code, line]));
      return done(
        instruments.map((instrument) => {
          const feed = feeds.get(instrument.code);
          // Conversions are of the asset, and shown where its price comes from.
          const things = INSTRUMENT_PRODUCTS.map((product) =>
            product === 'convert' ? `convert/${convertAsset(instrument)}` : `${product}/${instrument.code}`,
          );
          return {
            code: instrument.code,
            name: instrument.name,
            type: typeName(instrument),
            source: feed?.source ?? '',
            open: feed?.open ?? false,
            stale: feed?.stale ?? true,
            closedBecause: closed.get(instrument.code) ?? null,
            price: feed?.price ?? null,
            at: feed?.at == null ? null : new Date(feed.at).toISOString(),
            precision: instrument.precision,
            stalenessMs: instrument.stalenessMs,
            tickMs: instrument.tickMs,
            gapLimitMs: instrument.gapLimitMs,
            outlierBps: instrument.outlierBps,
            calendar: instrument.calendar,
            offers: things.flatMap((thing) => terms.get(thing) ?? []),
            scheduled: things.reduce((sum, thing) => sum + (changes.get(thing)?.scheduled ?? 0), 0),
          };
        }),
      );
    },
    async getTerms({ params }) {
      const standard = standardOf(params.product, params.code);
      const terms = await termsOf(pool, { product: params.product, code: params.code, standard });
      return terms === undefined ? refuse(code.nothingFound, 'code') : done(terms);
    },
    async changeTerms({ params, body }, context) {
      const { fields, effectiveFrom, reason } = body;
      return answerOf(
        await bus.submit({
          id: context.commandId,
          userId: 0,
          book: 'real',
          type: 'terms.change',
          body: {
            by: context.stamp(),
            reason,
            product: params.product,
            code: params.code,
            fields: fields as Fields,
            effectiveFrom: effectiveFrom === undefined ? null : Date.parse(effectiveFrom),
          },
        }),
      );
    },
    async cancelTermsChange({ body }, context) {
      const common = { userId: 0, book: 'real', type: 'terms.cancel' } as const;
      return answerOf(await bus.submit({ ...common, id: context.commandId, body: { by: context.stamp(), ...body } }));
    },
    async reopenInstrument({ body }, context) {
      const common = { userId: 0, book: 'real', type: 'instruments.reopen' } as const;
      return answerOf(await bus.submit({ ...common, id: context.commandId, body: { by: context.stamp(), ...body } }));
    },
    async listOperatorFeeTiers() {
      const [tiers, { rows }] = await Promise.all([
        readFeeTiers(pool),
        pool.query<{ level: number; demo: number; real: number }>(
          `select level, count(*) filter (where book = 'demo') as demo, count(*) filter (where book = 'real') as real
             from user_levels where level > 0 group by level`,
        ),
      ]);
      const people = new Map(rows.map((row) => [row.level, row]));
      return done(
        tiers.map(({ level, fees30d, feeDiscount, referralShare }) => ({
          level,
          fees30d: formatAmount(fees30d),
          feeDiscount: formatRate(feeDiscount),
          referralShare: formatRate(referralShare),
          demo: people.get(level)?.demo ?? 0,
          real: people.get(level)?.real ?? 0,
        })),
      );
    },
  } satisfies OperatorHandlers;
}

const convertAsset = ({ type, base, quote }: Instrument): string =>
  type === MARKET_TYPES.crypto && quote === 'USDT' ? base : '';
