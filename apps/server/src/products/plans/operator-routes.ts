import type { Language } from '@glasshouse/api/constants';
import { amountOf, formatAmount, rateOf, subtract } from '@glasshouse/rules/money';
import { planSums } from '@glasshouse/rules/plans';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Json } from '../../kernel/core/types.ts';
import { answerOf, done } from '../../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { readProducts, reserveView } from './queries.ts';
import { CHANGES_TABLE, type PlanChange } from './rows.ts';

export interface PlanOperatorDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly now: () => number;
}

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };
const CHANGES_MAX = 200;

/** The operator's own money by coin, as far as products are sold in it. */
async function capitals(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ asset: string; balance: string }>(
    `select asset, balance from accounts where owner = 0 and book = 'real' and kind = 'capital'
        and asset in (select distinct terms ->> 'asset' from plan_terms)`,
  );
  return new Map(rows.map(({ asset, balance }) => [asset, formatAmount(amountOf(balance))]));
}

async function reservesOf(pool: Pool, language: Language) {
  const [products, own, { rows: changes }] = await Promise.all([
    readProducts(pool),
    capitals(pool),
    pool.query<PlanChange>(
      `select ${selectList(CHANGES_TABLE)} from plan_changes where state = 'scheduled' order by effective_from, id limit ${CHANGES_MAX}`,
    ),
  ]);
  return {
    items: products.map(({ terms, ...reserve }) => {
      const { code: _, ...offered } = terms;
      const { totals, pool: free } = reserve;
      const left = subtract(amountOf(terms.capacity), amountOf(totals.principal));
      const promised = planSums(left < 0n ? amountOf('0') : left, rateOf(terms.dailyRate), terms.days).promised;
      return {
        ...offered,
        id: totals.product,
        name: terms.names[language] ?? terms.code,
        taken: totals.principal,
        plans: totals.plans,
        sold: totals.sold,
        reserve: reserveView(reserve),
        capital: own.get(terms.asset) ?? '0',
        cover: formatAmount(subtract(free, promised)),
      };
    }),
    changes: changes.map(({ id, product, offer, effective_from: from, asked_at: askedAt }) => ({
      id,
      product: product === 0 ? null : product,
      name: offer.names[language] ?? offer.code,
      dailyRate: offer.dailyRate,
      days: offer.days,
      onSale: offer.onSale,
      effectiveFrom: isoTime(from),
      askedAt: isoTime(askedAt),
    })),
  };
}

export function planOperatorCalls({ pool, bus, now }: PlanOperatorDeps) {
  const act = async (context: OperatorContext, type: string, fields: { readonly [field: string]: Json }) => {
    const body = { by: context.stamp(), ...fields };
    const input = { id: context.commandId, userId: 0, book: 'real', type, body } as const;
    return answerOf<Outcome>(await bus.submit(input));
  };
  return {
    listPlanReserves: async (_input, context) =>
      done({ at: isoTime(now()), ...(await reservesOf(pool, context.language)) }),
    definePlan({ body }, context) {
      const { product = 0, effectiveFrom, reason, ...offer } = body;
      const from = effectiveFrom === undefined ? null : Date.parse(effectiveFrom);
      return act(context, 'plans.propose', { product, offer, effectiveFrom: from, reason });
    },
    cancelPlanChange: ({ body }, context) => act(context, 'plans.cancelChange', { ...body }),
    fundPlan: ({ params, body }, context) => act(context, 'plans.fund', { product: params.id, ...body }),
    drawPlan: ({ params, body }, context) => act(context, 'plans.draw', { product: params.id, ...body }),
  } satisfies OperatorHandlers;
}
