import { code } from '@glasshouse/api/codes';
import { type CallAnswer, type CallContext, callerOf, refuse } from '../../platform/call.ts';

/** Money comes in and goes out on the real book only, and not for guests. */
export function realBookProblem(context: CallContext, isClosed: boolean): CallAnswer<never> | undefined {
  if (isClosed) return refuse(code.realBookClosed);
  if (context.book !== 'real') return refuse(code.switchToReal);
  return callerOf(context).kind === 'guest' ? refuse(code.guestMustUpgrade) : undefined;
}
