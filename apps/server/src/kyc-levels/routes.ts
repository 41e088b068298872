import { type CallHandlers, callerOf, done } from '../platform/call.ts';
import type { Clock } from '../platform/clock.ts';
import type { Pool } from '../platform/postgres.ts';
import { kycLimitsOf } from './queries.ts';

export const kycLimitCalls = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) =>
  ({
    async getIdentityLimits(_input, context) {
      return done(await kycLimitsOf(pool, { userId: callerOf(context).userId, now: clock.now() }));
    },
  }) satisfies CallHandlers;
