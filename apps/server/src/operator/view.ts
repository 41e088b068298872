import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf, ROLES } from '@glasshouse/api/operator/permissions';
import type { OperatorDeps } from './deps.ts';
import { csrfOf, type OperatorSession } from './sessions.ts';

export type SessionView = OperatorResultOf<'getOperatorSession'>;

/** Kinds of second factor that the operator has. */
export async function factorsOf({ factors }: Pick<OperatorDeps, 'factors'>, operator: number) {
  const [totp, passkeys] = await Promise.all([factors.totpOf(operator), factors.passkeysOf(operator)]);
  return { totp, passkeys, kinds: [...(totp ? ['totp' as const] : []), ...(passkeys[0] ? ['passkey' as const] : [])] };
}

export async function sessionView(
  deps: Pick<OperatorDeps, 'factors' | 'clock'>,
  session: OperatorSession,
  token: string,
): Promise<SessionView> {
  const { kinds } = await factorsOf(deps, session.operator.id);
  const { id, name, roles } = session.operator;
  const isFresh = deps.clock.now() < session.stepUpUntil;
  return {
    operator: { id, name, roles: ROLES.filter((role) => roles.includes(role)) },
    permissions: permissionsOf(roles),
    stage: session.credential !== undefined ? 'ready' : kinds.length === 0 ? 'enrol' : 'factor',
    factors: kinds,
    csrf: csrfOf(token),
    stepUpUntil: isFresh ? new Date(session.stepUpUntil).toISOString() : null,
    expiresAt: new Date(session.expiresAt).toISOString(),
  };
}
