import type { BodyOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { ofPasskey } from '../../../authority/access/check-credentials.ts';
import { takePasskey } from '../../../factors/passkey-flow.ts';
import { type AuthenticationResponseJSON, authenticationOptions } from '../../../factors/passkeys.ts';
import { looksLikeRecoveryCode } from '../../../factors/recovery-codes.ts';
import type { TotpState } from '../../../factors/totp-store.ts';
import { type CallAnswer, done, refuse } from '../../../platform/call.ts';
import { WITHDRAWAL_BLOCK_MS } from '../../../platform/withdrawal-wait.ts';
import { putBackCode, useCode } from '../codes.ts';
import type { AuthDeps } from '../deps.ts';
import { type User, userById } from '../users.ts';
import { isAddressNew } from './changes.ts';
import { type ProofDeps, takeFactor } from './proof.ts';
import { ofApp, ofUser, vouchFor } from './vouch.ts';

export type StepDeps = ProofDeps & Pick<AuthDeps, 'party'>;

export interface SubmittedCode {
  readonly code?: string | undefined;
  readonly totp?: string | undefined;
}

export interface SubmittedStep extends SubmittedCode {
  readonly passkey?: BodyOf<'requestWithdrawal'>['passkey'];
  /** Digest of what is confirmed; what a passkey signed for. */
  readonly about: string;
}

/** A second step that was right, and is used up. */
export interface ConsumedStep {
  readonly by: 'email' | 'totp' | 'passkey';
  readonly isOld: boolean;
  /** Of the passkey that signed. */
  readonly passkey?: number;
  /**
   * For when what it was given for was refused after all: a code serves once more. A passkey signs
   * again instead, which takes a touch.
   */
  readonly putBack: () => Promise<void>;
}

/** What confirms money for somebody now by a code, and whether it is older than a day. */
export interface CodeStep {
  readonly by: 'email' | 'totp';
  /** Only then does it prove that the owner agrees to a change: a thief may have added it. */
  readonly isOld: boolean;
  /** The app that is on, though it may be too new to be asked. */
  readonly app: TotpState | undefined;
}

/**
 * The authenticator app, once it is a day old; before that the older step, which is the address. An
 * app that a password alone has just set up must not take the place of the mailbox. Undefined where
 * there is neither.
 */
export async function codeStepOf(
  { pool, factors, clock }: Pick<ProofDeps, 'pool' | 'factors' | 'clock'>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<CodeStep | undefined> {
  const now = clock.now();
  const app = await factors.totpOf(id);
  if (app !== undefined && app.since <= now - WITHDRAWAL_BLOCK_MS) return { by: 'totp', isOld: true, app };
  if (email !== null) return { by: 'email', isOld: !(await isAddressNew(pool, id, now)), app };
  return app === undefined ? undefined : { by: 'totp', isOld: false, app };
}

const nothing = async (): Promise<void> => {};

/**
 * The second step of what moves money: a passkey where one signed, else a code of `codeStepOf`.
 * Using it up comes first, so that of two requests with the same one only one goes on. Recovery
 * codes are for getting back in: one that is used stops withdrawals, so it confirms none.
 */
export async function takeStep(
  deps: StepDeps,
  userId: number,
  proof: SubmittedStep,
): Promise<CallAnswer<ConsumedStep>> {
  if (proof.passkey !== undefined) return takeSigned(deps, userId, proof.passkey, proof.about);
  if (proof.totp !== undefined && looksLikeRecoveryCode(proof.totp)) return refuse(code.recoveryCodeHere, 'totp');
  return takeCode(deps, userId, proof);
}

/** The same by a code alone: the step that was right. */
export async function takeCode(
  deps: ProofDeps,
  userId: number,
  proof: SubmittedCode,
): Promise<CallAnswer<ConsumedStep>> {
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.kind === 'guest') return refuse(code.guestMustUpgrade);
  const step = await codeStepOf(deps, user);
  if (step === undefined) return refuse(code.stepUnavailable);
  if (step.by === 'email') return takeMailed(deps, user, proof.code, step);
  if (proof.totp === undefined) return refuse(code.totpRequired, 'totp');
  const factor = await takeFactor(deps, user, proof.totp);
  return factor.ok ? done({ by: 'totp', isOld: step.isOld, putBack: factor.result }) : factor;
}

async function takeMailed(
  deps: ProofDeps,
  user: User,
  mailedCode: string | undefined,
  { isOld, app }: CodeStep,
): Promise<CallAnswer<ConsumedStep>> {
  if (user.email === null) return refuse(code.stepUnavailable);
  if (mailedCode === undefined) return refuse(code.enterCode, 'code');
  const now = deps.clock.now();
  const request = { account: user.email.toLowerCase(), purpose: 'withdraw', code: mailedCode, now } as const;
  switch (await useCode(deps.pool, request)) {
    case 'right':
      // The address is theirs, and there is no app, or a new one, that would have been asked
      // instead.
      await vouchFor(deps, user.id, { purpose: 'mailed code', relied: [ofUser(user), ofApp(app)] });
      return done({ by: 'email', isOld, putBack: () => putBackCode(deps.pool, request) });
    case 'wrong':
      return refuse(code.codeWrong, 'code');
    case 'missing':
      return refuse(code.sendCodeFirst, 'code');
  }
}

/**
 * Passkeys that may confirm money. Whoever got hold of session and passwords could add one of their
 * own, so a new one waits as long as a changed credential stops withdrawals.
 */
async function servingPasskeys({ factors, clock }: StepDeps, userId: number) {
  const since = clock.now() - WITHDRAWAL_BLOCK_MS;
  return (await factors.passkeysOf(userId)).filter(({ createdAt }) => createdAt <= since);
}

export const hasStepPasskey = async (deps: StepDeps, userId: number): Promise<boolean> =>
  deps.party !== undefined && 0 < (await servingPasskeys(deps, userId)).length;

/** What the browser hands to the passkey: for this person, this purpose and this thing only. */
export async function askStep(deps: StepDeps, userId: number, about: string) {
  const { factors: store, party } = deps;
  const allowed = await servingPasskeys(deps, userId);
  if (party === undefined || allowed.length === 0) return refuse(code.passkeysUnavailable);
  const challenge = await store.newChallenge({ purpose: 'withdraw', owner: userId, about, now: deps.clock.now() });
  return done(authenticationOptions(party, { challenge, allowed }));
}

async function takeSigned(
  deps: StepDeps,
  userId: number,
  response: NonNullable<SubmittedStep['passkey']>,
  about: string,
): Promise<CallAnswer<ConsumedStep>> {
  const { factors: store, party } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  const now = deps.clock.now();
  const signed = await takePasskey(
    { store, party, now },
    'withdraw',
    response as AuthenticationResponseJSON,
    userId,
    about,
  );
  const serves = signed !== undefined && signed.createdAt <= now - WITHDRAWAL_BLOCK_MS;
  if (serves) await vouchFor(deps, userId, { purpose: 'passkey', relied: [ofPasskey('customer', signed)] });
  return serves
    ? done({ by: 'passkey', isOld: true, passkey: signed.id, putBack: nothing })
    : refuse(code.passkeyRefused, 'passkey');
}
