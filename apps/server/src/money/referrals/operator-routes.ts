import type { CoreBus } from '../../kernel/core/bus.ts';
import { answerOf, done } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import {
  INVITATIONS_CURSOR_PARTS,
  INVITERS_CURSOR_PARTS,
  invitationsPage,
  invitersPage,
  PAID_CURSOR_PARTS,
  paidRewardsPage,
  referralTotals,
} from './operator-queries.ts';

export interface ReferralOperatorDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly now: () => number;
}

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };

export const referralOperatorCalls = ({ pool, bus, now }: ReferralOperatorDeps) =>
  ({
    getReferralTotals: async () => done(await referralTotals(pool, now())),

    async listInviters({ query }) {
      const page = readPage(query, INVITERS_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await invitersPage(pool, query, page));
    },

    async listInvitations({ query }) {
      const page = readPage(query, INVITATIONS_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await invitationsPage(pool, query.userId, page));
    },

    async listPaidRewards({ query }) {
      const page = readPage(query, PAID_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await paidRewardsPage(pool, query.userId, page));
    },

    /** Belongs to the friend, whose account the action is recorded with. */
    async stopInvitation({ params, body }, context) {
      const answer = await bus.submit({
        id: context.commandId,
        userId: params.id,
        book: 'real',
        type: 'referrals.stop',
        body: { by: context.stamp(), friend: params.id, reason: body.reason },
      });
      return answerOf<Outcome>(answer);
    },
  }) satisfies OperatorHandlers;
