import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Permission } from '@glasshouse/api/operator/permissions';
import { Cell } from '@glasshouse/client/emitter';
import { useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { currentSession, setSession } from '../api/session-cell.ts';

export type OperatorSession = OperatorResultOf<'getOperatorSession'>;

/** The server did not say who is signed in: neither the sign-in nor a page would be right. */
const unreachable = new Cell(false);

export const useSession = (): OperatorSession | undefined =>
  useSyncExternalStore(currentSession.subscribe, currentSession.get);
export const useIsUnreachable = (): boolean => useSyncExternalStore(unreachable.subscribe, unreachable.get);

/** Asks who is signed in: at the start, and after anything that changes it. */
export async function loadSession(): Promise<void> {
  const answer = await call('getOperatorSession', {});
  unreachable.set(!answer.ok && answer.failure.kind !== 'session' && answer.failure.kind !== 'refused');
  if (answer.ok) setSession(answer.result);
}

/** Ends the session here too when the server could not be told; the cookie runs out anyway. */
export async function signOut(): Promise<void> {
  await call('operatorSignOut', { body: {} });
  setSession(undefined);
}

/** Whether the operator in front of the screen may; the server decides again at every call. */
export function useMay(): (permission: Permission) => boolean {
  const session = useSession();
  return (permission) => session?.permissions.includes(permission) ?? false;
}
