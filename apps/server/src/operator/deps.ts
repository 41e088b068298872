import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { FactorStore } from '../factors/factor-store.ts';
import type { RelyingParty } from '../factors/relying-party.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { CoreModule } from '../kernel/core/types.ts';
import type { LoginGate } from '../people/auth/login-gate.ts';
import type { PasswordHasher } from '../people/auth/password-hash.ts';
import type { Clock } from '../platform/clock.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import type { OperatorEvents } from './events.ts';
import type { QueueCounts } from './queues.ts';
import type { OperatorSessions } from './sessions.ts';

export interface OperatorDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  /** Work past a limit that strangers used up. */
  readonly gate: LoginGate;
  /** Opens one-time links and their codes. */
  readonly masterKey: MasterKey;
  readonly sessions: OperatorSessions;
  /** Of operators. */
  readonly factors: FactorStore;
  /** Undefined where browsers know no passkeys. */
  readonly party: RelyingParty | undefined;
  /** The address of this installation, as links show it. */
  readonly site: string;
  readonly events: OperatorEvents;
  /** How much waits in each queue, from the modules that own them. */
  readonly counts: QueueCounts;
  /** Conversations with support that changed last. */
  readonly chats: () => Promise<OperatorResultOf<'getQueues'>['chats']>;
  /** Of the core, which know what each request needs of who decides it. */
  readonly modules: readonly CoreModule[];
}
