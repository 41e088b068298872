import { parameterCalls } from '../content/parameters.ts';
import type { CoreBus } from '../kernel/bus.ts';
import { ledgerCalls } from '../ledger/routes.ts';
import { type MarketCallsDeps, marketCalls } from '../market-data/routes.ts';
import { feeTierCalls, progressOf } from '../money/fee-tiers/routes.ts';
import { alertCalls } from '../people/alerts/routes.ts';
import type { IdentityDeps } from '../people/identity/deps.ts';
import { identityCalls } from '../people/identity/routes.ts';
import { unreadOf } from '../people/notifications/queries.ts';
import { notificationCalls } from '../people/notifications/routes.ts';
import type { CallHandlers } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import { cancelCall } from '../products/contracts/cancel-call.ts';
import { contractsCalls, contractsCancel } from '../products/contracts/routes.ts';
import { convertCalls } from '../products/convert/routes.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { spotCalls, spotCancel } from '../products/spot/routes.ts';
import { transparencyCalls } from '../transparency/routes.ts';
import type { History } from './history/history.ts';
import type { Instruments } from './instruments.ts';
import { ledgerSources } from './ledger-sources.ts';
import { orderEvidence } from './order-evidence.ts';

export interface CallsDeps extends Omit<MarketCallsDeps, 'candles' | 'now'> {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly history: History;
  readonly instruments: Instruments;
  readonly profile: Profile;
  readonly identity: Omit<IdentityDeps, 'pool' | 'bus' | 'worthOf' | 'levelOf' | 'unreadOf'>;
}

/** The calls of every module, with what each of them needs of the others. */
export function createCalls({ history, instruments, profile, identity, ...deps }: CallsDeps): CallHandlers {
  const { pool, bus, snapshot } = deps;
  const { now } = instruments;
  const core = { pool, bus };
  const ledger = ledgerSources({ pool, snapshot, history, ...instruments });
  const products = { ...core, ...instruments, ...orderEvidence(pool, history) };
  return {
    ...marketCalls({ ...deps, candles: (query) => history.candles(query), now }),
    ...ledgerCalls({ ...ledger, bus, now }),
    ...optionsCalls(products),
    ...contractsCalls(products),
    ...spotCalls(products),
    ...cancelCall([contractsCancel(products), spotCancel(products)]),
    ...convertCalls(core),
    ...feeTierCalls({ pool, now }),
    ...identityCalls({
      ...identity,
      ...core,
      worthOf: ledger.worthOf,
      levelOf: (userId, book) => progressOf(pool, { userId, book, at: now() }),
      unreadOf: (userId) => unreadOf(pool, userId),
    }),
    ...notificationCalls({ pool, ...instruments }),
    ...alertCalls({ ...core, ...instruments }),
    ...transparencyCalls({ pool, isListed: instruments.isListed, findTick: (query) => history.tick(query) }),
    ...parameterCalls(new Map([['profile', profile]])),
  };
}
