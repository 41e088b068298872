import type { Logger } from 'pino';
import type { CoreBus } from '../core/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { MailSender } from '../platform/mail.ts';
import type { Pool } from '../platform/postgres.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { SessionStore } from './sessions.ts';

export interface IdentityDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly hasher: PasswordHasher;
  readonly sessions: SessionStore;
  readonly mail: Pick<MailSender, 'wake'>;
}
