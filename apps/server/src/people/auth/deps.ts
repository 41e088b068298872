import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import type { FactorStore } from '../../factors/factor-store.ts';
import type { RelyingParty } from '../../factors/relying-party.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { Book } from '../../kernel/core/types.ts';
import type { WorthOf } from '../../ledger/valuation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { MailSender } from '../../platform/mail.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { LoginGate } from './login-gate.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { SessionStore } from './sessions.ts';
import type { SignIn } from './sign-in/open-sign-in.ts';

export interface AuthDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly hasher: PasswordHasher;
  /** Ways past a limit of logins that strangers used up. */
  readonly gate: LoginGate;
  readonly sessions: SessionStore;
  /** Authenticator apps, recovery codes and passkeys of customers. */
  readonly factors: FactorStore;
  /** This site as passkeys know it; undefined where its address allows none. */
  readonly party: RelyingParty | undefined;
  /** OpenID providers and wallets that sign people in. */
  readonly signIn: SignIn;
  /** What balances are worth. */
  readonly worthOf: WorthOf;
  readonly levelOf: (userId: number, book: Book) => Promise<ResultOf<'getUserInfo'>['level']>;
  /** Notifications that are not read yet. */
  readonly unreadOf: (userId: number) => Promise<number>;
  /** Answers of support that were not read. */
  readonly supportUnreadOf: (userId: number) => Promise<number>;
  /** The state of identity checks, in the language of who asks. */
  readonly kycOf: (userId: number, language: Language) => Promise<ResultOf<'getUserInfo'>['kyc']>;
  /** Nobody trades on the real book of this installation. */
  readonly isRealBookClosed: boolean;
  /** The address of this installation, as mails show it. */
  readonly site: string;
  readonly mail: Pick<MailSender, 'wake'>;
}
