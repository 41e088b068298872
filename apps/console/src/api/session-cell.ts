import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { Cell } from '@glasshouse/client/emitter';

/**
 * Who is signed in, as the server last said. Only in memory: the cookie is all that a browser
 * keeps.
 */
export const currentSession = new Cell<OperatorResultOf<'getOperatorSession'> | undefined>(undefined);

export const setSession = (next: OperatorResultOf<'getOperatorSession'> | undefined): void => currentSession.set(next);
