import type { Language } from '@glasshouse/api/constants';
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
  readonly expiresAt: string;
  readonly user: UserView;
}

export const isoTime = (at: number): string => new Date(at).toISOString();

/** A user as that user sees them. */
export const userView = (user: User): UserView => ({
  id: user.id,
  username: user.username,
  email: user.email,
  displayName: user.username ?? user.email ?? `Guest ${user.id}`,
  guest: user.kind === 'guest',
  status: user.status,
  statusReason: user.statusReason,
  language: user.language,
  inviteCode: user.kind === 'guest' ? null : user.inviteCode,
  createdAt: isoTime(user.createdAt),
});

export const loginResult = (user: User, token: string, now: number): LoginResult => ({
  token,
  expiresAt: isoTime(now + SESSION_IDLE_MS),
  user: userView(user),
});
