import type { CoreBus } from '../../kernel/bus.ts';
import type { Book } from '../../kernel/types.ts';
import type { WorthOf } from '../../ledger/valuation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { MailSender } from '../../platform/mail.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { SessionStore } from './sessions.ts';

export interface IdentityDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly hasher: PasswordHasher;
  readonly sessions: SessionStore;
  /** What balances are worth. */
  readonly worthOf: WorthOf;
  readonly levelOf: (userId: number, book: Book) => Promise<{ readonly level: number; readonly volume30d: string }>;
  /** Notifications that are not read yet. */
  readonly unreadOf: (userId: number) => Promise<number>;
  /** Nobody trades on the real book of this installation. */
  readonly isRealBookClosed: boolean;
  /** The address of this installation, as mails show it. */
  readonly site: string;
  readonly mail: Pick<MailSender, 'wake'>;
}
