import { Type } from 'typebox';
import { REFERRAL_STATES } from '../../calls/referrals.ts';
import {
  amount,
  identifier,
  nullable,
  page,
  pageQuery,
  rate,
  strict,
  text,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { fundingPerson } from '../funding-schemas.ts';
import { actionOutcome, reason } from '../schemas.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** What two accounts share: whoever shares much may be one person. */
const shared = {
  sameAddresses: count('Internet addresses used by more than one of the inviter and their friends.'),
  sameDevices: count('Of them, those used with the same browser.'),
};

const read = { method: 'GET', access: 'referrals.read', stepUp: false, command: false } as const;

/** Invitations: who invited whom, what it earned, and whose accounts look like one person's. */
export const operatorReferralCalls = {
  getReferralTotals: defineOperatorCall({
    ...read,
    name: 'getReferralTotals',
    path: '/referrals/totals',
    summary: 'Invitations and rewards in all.',
    result: strict({
      at: timestamp(),
      inviters: count('People who invited somebody.'),
      friends: count('People who were invited.'),
      active: count('Of them, whose fees count now.'),
      stopped: count('Of them, stopped by an operator.'),
      fees: amount('Fees that counted, in USDT.'),
      earned: amount('What they earned, in USDT.'),
      suspicious: count(
        'Inviters whose accounts, with those that they invited, share a browser: of the newest 5,000 invitations, by the newest 20 sign-ins of each person.',
      ),
    }),
    codes: [],
  }),
  listInviters: defineOperatorCall({
    ...read,
    name: 'listInviters',
    path: '/referrals',
    summary: 'Codes with what they brought: last used first, or most shared first.',
    query: strict({
      view: Type.Optional(
        Type.Enum(['all', 'suspicious'], {
          description:
            'all when left out; suspicious: accounts of one inviter, their own among them, share a browser. Of the newest 5,000 invitations, or of the inviter that is searched for, by the newest 20 sign-ins of each person.',
        }),
      ),
      q: Type.Optional(text(128, 'Number or code of the inviter.')),
      ...pageQuery,
    }),
    result: page(
      strict({
        user: fundingPerson,
        code: nullable(words('Invitation code.')),
        friends: count('Invited.'),
        active: count('Of them, whose fees count now.'),
        fees: amount('Fees that counted, in USDT.'),
        earned: amount('What they earned, in USDT.'),
        sharing: count('Friends who used an address and browser of the inviter, or of another friend.'),
        ...shared,
      }),
    ),
    codes: ['cursorInvalid'],
  }),
  listInvitations: defineOperatorCall({
    ...read,
    name: 'listInvitations',
    path: '/referrals/links',
    summary: 'Who invited whom, newest first.',
    query: strict({ userId: Type.Optional(identifier('Only of this inviter.')), ...pageQuery }),
    result: page(
      strict({
        seq: identifier('Log entry of the invitation.'),
        inviter: fundingPerson,
        friend: fundingPerson,
        isVerified: Type.Boolean({ description: 'The friend passed the identity check.' }),
        state: Type.Enum([...REFERRAL_STATES]),
        linkedAt: timestamp(),
        until: timestamp('Fees count until then.'),
        endedAt: nullable(timestamp()),
        fees: amount('Fees that counted, in USDT.'),
        earned: amount('What they earned, in USDT.'),
        most: amount('The most that this friend earns their inviter.'),
        ...shared,
      }),
    ),
    codes: ['cursorInvalid'],
  }),
  listPaidRewards: defineOperatorCall({
    ...read,
    name: 'listPaidRewards',
    path: '/referrals/rewards',
    summary: 'Rewards with the fees that they came from, newest first.',
    query: strict({ userId: Type.Optional(identifier('Only of this inviter.')), ...pageQuery }),
    result: page(
      strict({
        seq: identifier('Log entry of the fee and the reward.'),
        inviter: fundingPerson,
        friend: fundingPerson,
        fee: amount('Fee, in USDT.'),
        level: Type.Integer({ minimum: 0, description: 'Level of the inviter then.' }),
        share: rate('Share of the fee.'),
        reward: amount(),
        at: timestamp(),
      }),
    ),
    codes: ['cursorInvalid'],
  }),
  stopInvitation: defineOperatorCall({
    name: 'stopInvitation',
    method: 'POST',
    path: '/referrals/{id}/stop',
    access: 'users.freeze',
    stepUp: true,
    command: true,
    summary: 'Nothing more is paid for a friend; what was paid stays.',
    params: strict({ id: identifier('Number of the friend.') }),
    body: strict({ reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound'],
  }),
};
