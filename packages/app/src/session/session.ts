import type { ResultOf } from '@glasshouse/api';
import { Cell } from '@glasshouse/client/emitter';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/**
 * The session of this browser and its current book. Stored in localStorage under the documented
 * names.
 */
export type Account = ResultOf<'login'>['user'];
export type Book = 'demo' | 'real';

export interface Session {
  readonly token: string;
  readonly user: Account;
}

function storedSession(): Session | undefined {
  const token = readStored('token');
  const user = readStored('user');
  if (token === undefined || user === undefined) return undefined;
  try {
    return { token, user: JSON.parse(user) as Account };
  } catch {
    return undefined;
  }
}

const session = new Cell<Session | undefined>(storedSession());
/** `virtualStatus` 1 is the demo book, the default. */
const book = new Cell<Book>(readStored('virtualStatus') === '0' ? 'real' : 'demo');
/** The server no longer knows the token: who it was stays on the page until they decide. */
const expired = new Cell(false);
const lostListeners = new Set<() => void>();

export const currentSession = session.get;
export const onSessionChange = session.subscribe;
export const sessionToken = (): string | undefined => (expired.get() ? undefined : session.get()?.token);
/** The server paints pages of visitors only, in the demo book. */
const nobody = (): undefined => undefined;
const isNot = (): boolean => false;
const demo = (): Book => 'demo';

export const useSession = (): Session | undefined => useSyncExternalStore(session.subscribe, session.get, nobody);

/** Notified when the token that calls carry is another one, or none. */
export function onTokenChange(listener: () => void): () => void {
  const stops = [expired.subscribe(listener), session.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

export function startSession(next: Session): void {
  // The other tabs act on the token, and need to know by then whose it is.
  writeStored('user', JSON.stringify(next.user));
  writeStored('token', next.token);
  expired.set(false);
  session.set(next);
}

/** For a renamed or upgraded account; the session continues. */
export function updateAccount(user: Account): void {
  const current = session.get();
  if (current !== undefined) startSession({ ...current, user });
}

/** Another tab may have stored a newer session by now, which is not this one's to remove. */
function forget(token: string | undefined): void {
  if (readStored('token') !== token) return;
  writeStored('token', undefined);
  writeStored('user', undefined);
}

export function endSession(): void {
  forget(session.get()?.token);
  expired.set(false);
  session.set(undefined);
}

/**
 * The server rejected this token. A late answer to an older token must not end a newer session.
 * Whoever can log in again keeps the page, and what is typed there; a guest cannot.
 */
export function dropSession(token: string | undefined): void {
  const current = session.get();
  if (current === undefined || current.token !== token || expired.get()) return;
  if (!current.user.guest) {
    forget(token);
    expired.set(true);
    return;
  }
  endSession();
  for (const listener of lostListeners) listener();
}

export const useIsExpired = (): boolean => useSyncExternalStore(expired.subscribe, expired.get, isNot);

/** Notified when the server ends the session of a guest, not when the user logs out. */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}

/**
 * What another tab did to the session holds in this one too. A log-out leaves what is typed here
 * behind the sheet that asks to log in again; logging in as the same person takes it away. Nothing
 * of one person stays in the memory of a page for the next: it is loaded anew.
 */
export function followOtherTabs(reload: () => void): void {
  const compare = () => {
    const current = session.get();
    const next = storedSession();
    if (next === undefined) {
      if (readStored('token') === undefined) dropSession(current?.token);
      return;
    }
    if (current !== undefined && next.user.id !== current.user.id) return reload();
    if (next.token !== current?.token || expired.get()) {
      expired.set(false);
      session.set(next);
    }
  };
  addEventListener('storage', ({ key }) => {
    if (key === 'token' || key === null) compare();
  });
  // A page that comes back from the history of the browser was told nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compare();
  });
}

export const currentBook = book.get;
export const onBookChange = book.subscribe;
export const useBook = (): Book => useSyncExternalStore(book.subscribe, book.get, demo);
export function setBook(next: Book): void {
  writeStored('virtualStatus', next === 'demo' ? '1' : '0');
  book.set(next);
}
