import type { SessionRegistry } from '../authority/access/registry.ts';
import { createFactorStore } from '../factors/factor-store.ts';
import { relyingPartyOf } from '../factors/relying-party.ts';
import type { OperatorGateway } from '../http/operator-calls.ts';
import { OperatorSocket } from '../http/operator-socket.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { depositsWaiting } from '../money/deposits/operator-queries.ts';
import { withdrawalsWaiting } from '../money/withdrawals/operator-queries.ts';
import type { DefaultNetworks } from '../operator/allowed-networks.ts';
import type { OperatorDeps } from '../operator/deps.ts';
import { OperatorEvents } from '../operator/events.ts';
import { readWaiting } from '../operator/live.ts';
import { requestsWaiting } from '../operator/queues.ts';
import { operatorModuleCalls } from '../operator/routes.ts';
import { createOperatorSessions } from '../operator/sessions.ts';
import { createLoginGate } from '../people/auth/login-gate.ts';
import type { PasswordHasher } from '../people/auth/password-hash.ts';
import { casesWaiting } from '../people/kyc/operator-queries.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import { loansWaiting } from '../products/loans/operator-queries.ts';
import type { Hub } from '../support/hub.ts';
import { liveChats, supportWaiting } from '../support/operator-queries.ts';
import { MODULES } from './modules.ts';

export interface OperatorCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly masterKey: MasterKey;
  readonly log: Pick<Log, 'warn'>;
  /** The address of this installation. */
  readonly site: string;
  /** Left out where no core watches over sessions. */
  readonly registry?: SessionRegistry;
  /** From where they may come while they have not decided it themselves. */
  readonly networks?: DefaultNetworks;
  /** Of support; without it nobody watches conversations. */
  readonly hub?: Hub;
}

/** The gateway of operators, but for the calls of other modules. */
export interface Operators extends Omit<OperatorGateway, 'handlers'> {
  readonly deps: OperatorDeps;
  readonly calls: ReturnType<typeof operatorModuleCalls>;
}

/** What operators need, and their calls about themselves and each other. */
export function createOperators({
  masterKey,
  site,
  log,
  hub,
  registry,
  networks,
  ...core
}: OperatorCallsDeps): Operators {
  const { pool, clock } = core;
  const { protocol, host } = new URL(site);
  const events = new OperatorEvents();
  const sessions = createOperatorSessions({ pool, clock, networks, ...(registry === undefined ? {} : { registry }) });
  const deps: OperatorDeps = {
    ...core,
    masterKey,
    site,
    sessions,
    events,
    gate: createLoginGate({ masterKey, clock }),
    factors: createFactorStore({ db: pool, kind: 'operator', masterKey }),
    party: relyingPartyOf(site),
    counts: {
      requests: () => requestsWaiting(pool),
      kyc: () => casesWaiting(pool),
      deposits: () => depositsWaiting(pool),
      withdrawals: () => withdrawalsWaiting(pool),
      loans: () => loansWaiting(pool),
      support: () => supportWaiting(pool),
    },
    chats: async () => (hub === undefined ? [] : liveChats(pool, hub)),
    modules: MODULES,
  };
  hub?.onChange(() => events.changed());
  return {
    deps,
    calls: operatorModuleCalls(deps),
    sessions,
    isSecure: protocol === 'https:',
    host,
    socket: new OperatorSocket({
      sessions,
      host,
      log,
      isSecure: protocol === 'https:',
      read: () => readWaiting(deps),
      onChange: (listener) => events.onChange(listener),
    }),
    changed: () => events.changed(),
  };
}
