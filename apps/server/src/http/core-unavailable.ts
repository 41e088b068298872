import { code } from '@glasshouse/api/codes';
import { CredentialsDiffer } from '../authority/access/check-credentials.ts';
import { refusal } from '../kernel/core/answers.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { CommandInput } from '../kernel/core/types.ts';
import { currentSessionDigest } from '../platform/session-scope.ts';

/**
 * The core is gone, or failed during the command: the outcome is unknown, and the caller retries
 * with the same key.
 */
export class CoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the core did not answer', { cause });
    this.name = 'CoreUnavailable';
  }
}

/**
 * What a call that failed is answered. Whatever may have sent a command is never told "nothing was
 * changed": the command may be durable although its answer was lost, or a read after it failed.
 */
export const failureCode = (error: unknown, isCommand: boolean): number =>
  error instanceof CredentialsDiffer
    ? code.credentialsDiffer
    : isCommand || error instanceof CoreUnavailable
      ? code.outcomeUnknown
      : code.serverError;

/** What is submitted while a request is answered came by its session, whoever submits it. */
function withSession(input: CommandInput): CommandInput {
  const session = input.session ?? currentSessionDigest();
  return session === undefined ? input : { ...input, session };
}

/**
 * The bus as handlers see it: a lost core has its own error, which is answered with 503, and
 * commands name the session that they came by. What could not be written is refused before the core
 * has it, so that nobody waits for an answer that cannot come.
 */
export function answeringBus(bus: CoreBus, cannotWrite: () => boolean = () => false): CoreBus {
  return {
    submit: async (input) => {
      if (cannotWrite()) return refusal(code.coreUnavailable);
      return await bus.submit(withSession(input)).catch((error: unknown) => {
        throw new CoreUnavailable(error);
      });
    },
    onUserEvents: (listener, wants) => bus.onUserEvents(listener, wants),
    onMarketFrame: (listener) => bus.onMarketFrame(listener),
  };
}
