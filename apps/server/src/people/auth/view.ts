import type { Language } from '@glasshouse/api/constants';
import type { AuthDeps } from './deps.ts';
import { SESSION_IDLE_MS } from './sessions.ts';
import type { User } from './users.ts';

export interface UserView {
  readonly id: number;
  readonly username: string | null;
  readonly email: string | null;
  readonly displayName: string;
  readonly guest: boolean;
  readonly status: 'active' | 'frozen' | 'disabled';
  readonly statusReason: string | null;
  readonly language: Language;
  readonly inviteCode: string | null;
  readonly createdAt: string;
}

export interface LoginResult {
  readonly token: string;
  readonly device: string;
  readonly expiresAt: string;
  readonly user: UserView;
}

export const isoTime = (at: number): string => new Date(at).toISOString();

const shortWallet = (address: string | null): string | undefined =>
  address === null ? undefined : `${address.slice(0, 6)}…${address.slice(-4)}`;

const nameless = ({ kind, id }: User): string => `${kind === 'guest' ? 'Guest' : 'User'} ${id}`;

/** A user as that user sees them. */
export const userView = (user: User): UserView => ({
  id: user.id,
  username: user.username,
  email: user.email,
  displayName: user.username ?? user.email ?? shortWallet(user.wallet) ?? nameless(user),
  guest: user.kind === 'guest',
  status: user.status,
  statusReason: user.statusReason,
  language: user.language,
  inviteCode: user.kind === 'guest' ? null : user.inviteCode,
  createdAt: isoTime(user.createdAt),
});

/** What a login gives: the session, and the token by which this device is known again. */
export const loginResult = (
  { clock, gate }: Pick<AuthDeps, 'clock' | 'gate'>,
  user: User,
  token: string,
): LoginResult => ({
  token,
  device: gate.deviceToken([user.username, user.email]),
  expiresAt: isoTime(clock.now() + SESSION_IDLE_MS),
  user: userView(user),
});
