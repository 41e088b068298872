import type { CallAnswer } from '../../../platform/call.ts';
import { userById } from '../users.ts';
import { withdrawalsBlockedUntil } from './changes.ts';
import {
  askStep,
  type ConsumedStep,
  codeStepOf,
  hasStepPasskey,
  type StepDeps,
  type SubmittedStep,
  takeStep,
} from './step.ts';
import { checkWithdrawalPassword } from './withdrawal-password.ts';

/** What a withdrawal asks about the person. */
export interface WithdrawalChecks {
  /** Undefined when it is right. Counts wrong tries; after five it refuses for an hour. */
  checkWithdrawalPassword(userId: number, password: string): Promise<CallAnswer<never> | undefined>;
  /** Uses the step up when it is right: the last check before the command. */
  takeStep(userId: number, proof: SubmittedStep): Promise<CallAnswer<ConsumedStep>>;
  /** What a passkey has to sign to confirm what `about` is the digest of. */
  askStep(userId: number, about: string): ReturnType<typeof askStep>;
  hasStepPasskey(userId: number): Promise<boolean>;
  /** By which code they confirm; undefined where they have neither app nor address. */
  stepOf(userId: number): Promise<'email' | 'totp' | undefined>;
  /** The end of the block after a change of credentials; undefined without one. */
  withdrawalsBlockedUntil(userId: number): Promise<number | undefined>;
}

export const withdrawalChecks = (deps: StepDeps): WithdrawalChecks => ({
  checkWithdrawalPassword: (userId, password) => checkWithdrawalPassword(deps, userId, password),
  takeStep: (userId, proof) => takeStep(deps, userId, proof),
  askStep: (userId, about) => askStep(deps, userId, about),
  hasStepPasskey: (userId) => hasStepPasskey(deps, userId),
  async stepOf(userId) {
    const user = await userById(deps.pool, userId);
    return user === undefined ? undefined : (await codeStepOf(deps, user))?.by;
  },
  withdrawalsBlockedUntil: (userId) => withdrawalsBlockedUntil(deps.pool, userId, deps.clock.now()),
});
