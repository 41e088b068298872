import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { CommandAnswer, Json } from '../../kernel/core/types.ts';
import { type LinesOf, logLinesOf, type Prove, refuseMissingEvidence } from '../../ledger/order-evidence.ts';
import { realBookProblem } from '../../money/funding/real-book.ts';
import { answerOf, type CallContext, type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import {
  entriesOfPlan,
  FUNDING_CURSOR_PARTS,
  fundingOf,
  PLANS_CURSOR_PARTS,
  paymentsOf,
  planById,
  plansOfUser,
  planView,
  productsReader,
} from './queries.ts';
import { planCode } from './terms.ts';

export interface PlansCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly now: () => number;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
  readonly isRealBookClosed: boolean;
}

export function plansCalls({ pool, bus, now, linesOf, prove, isRealBookClosed }: PlansCallsDeps) {
  const productsOf = productsReader(pool, now);
  const submit = (context: CallContext, type: string, body: Json): Promise<CommandAnswer> =>
    bus.submit({ id: context.commandId, userId: callerOf(context).userId, book: 'real', type, body });
  /** The plan that the answer is about, as it stands now. */
  const view = async (context: CallContext, answer: CommandAnswer, notice?: number) => {
    if (answer.code !== 200) return answerOf<never>(answer);
    const { id } = answer.result as { readonly id: number };
    const plan = await planById(pool, { userId: callerOf(context).userId, id });
    if (plan === undefined) return refuse(code.orderNotFound, 'id');
    return done(await planView(pool, plan, context.language), notice);
  };

  return {
    listPlanProducts: async (_input, context) =>
      done(await productsOf({ userId: context.caller?.userId, language: context.language })),

    async listPlanFunding({ params, query }) {
      const page = readPage(query, FUNDING_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const moves = await fundingOf(pool, params.id, page);
      return moves === undefined ? refuse(code.nothingFound, 'id') : done(moves);
    },

    async listPlans({ query }, context) {
      const page = readPage(query, PLANS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      // Plans are of the real book: the demo one has none.
      if (context.book !== 'real') return done({ items: [], next: null });
      const state = query.state as string | readonly string[] | undefined;
      const states = typeof state === 'string' ? [state] : state;
      return done(
        await plansOfUser(pool, { userId: callerOf(context).userId, states, language: context.language }, page),
      );
    },

    getPlan: refuseMissingEvidence(async ({ params }, context) => {
      const { userId } = callerOf(context);
      const plan = await planById(pool, { userId, id: params.id });
      if (plan === undefined) return refuse(code.orderNotFound, 'id');
      const seqs = await entriesOfPlan(pool, plan);
      const [log, lines, shown] = await Promise.all([
        logLinesOf(pool, seqs),
        linesOf({ userId, book: plan.book, ref: String(plan.id) }),
        planView(pool, plan, context.language),
      ]);
      const evidence = { plan: shown, log: [...log], ticks: [], lines: [...lines] };
      const named = ['code', planCode(plan.product)] as const;
      const terms = [{ type: 'plans.define', named, version: plan.terms_version }];
      return done(await prove(evidence, { kind: 'plan', userId, id: plan.id, seqs, terms }));
    }),

    listPlanPayments: async (_input, context) =>
      done(context.book === 'real' ? await paymentsOf(pool, callerOf(context).userId) : []),

    async buyPlan({ body }, context) {
      const problem = realBookProblem(context, isRealBookClosed);
      if (problem !== undefined) return problem;
      const { productId: product, amount, days = null, version = null } = body;
      return view(
        context,
        await submit(context, 'plans.buy', { product, amount, days, version }),
        code.purchaseSucceeded,
      );
    },

    async exitPlan({ body }, context) {
      const problem = realBookProblem(context, isRealBookClosed);
      if (problem !== undefined) return problem;
      const answer = await submit(context, 'plans.exit', { id: body.id });
      if (answer.code !== code.orderNotFound) return view(context, answer);
      // The core keeps only those that run; ended ones are in the database.
      const ended = await planById(pool, { userId: callerOf(context).userId, id: body.id });
      return refuse(ended === undefined ? code.orderNotFound : code.orderAlreadyFinal, 'id');
    },

    async setSmartTrading({ body }, context) {
      const problem = realBookProblem(context, isRealBookClosed);
      if (problem !== undefined) return problem;
      const answer = await submit(context, 'plans.switch', { enabled: body.enabled });
      return answer.code === 200 ? done({ enabled: body.enabled }, code.modified) : answerOf<never>(answer);
    },
  } satisfies CallHandlers;
}
