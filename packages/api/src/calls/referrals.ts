import { Type } from 'typebox';
import { defineCall } from '../define-call.ts';
import { amount, identifier, nullable, page, pageQuery, rate, strict, timestamp, words } from '../schemas/common.ts';

export const REFERRAL_STATES = ['active', 'capped', 'expired', 'stopped'] as const;
const state = () =>
  Type.Enum([...REFERRAL_STATES], {
    description: 'Whether fees still count; `capped`: the most was earned, `stopped`: by the operator.',
  });

/** Inviting friends. */
export const referralCalls = {
  getReferrals: defineCall({
    name: 'getReferrals',
    method: 'GET',
    path: '/user/getReferrals',
    auth: 'user',
    movesMoney: false,
    summary: 'Code and link to invite friends with, the terms, and what the caller’s own inviter gets.',
    result: strict({
      code: nullable(words('Code; null for guests.')),
      link: nullable(words('Address that signs up with the code.')),
      pays: Type.Boolean({ description: 'Whether this installation rewards invitations.' }),
      level: Type.Integer({ minimum: 0, maximum: 5, description: 'Level of the caller on the real book.' }),
      share: rate('Share of friends’ trading fees at that level.'),
      days: Type.Integer({ minimum: 0, description: 'For how long the fees of a new friend count.' }),
      friendMax: amount('The most that one new friend earns, USDT.'),
      friendsMax: Type.Integer({ minimum: 0, description: 'Friends whose fees count at a time.' }),
      isVerified: Type.Boolean({ description: 'Whether the caller’s identity is verified, as rewards need of both.' }),
      friends: Type.Integer({ minimum: 0, description: 'Friends who signed up.' }),
      active: Type.Integer({ minimum: 0, description: 'Friends whose fees count.' }),
      earned: amount('All rewards so far, USDT, on the real book.'),
      inviter: nullable(
        strict({
          name: words('Masked name of who invited the caller.'),
          state: state(),
          until: timestamp('Until then the caller’s fees count.'),
          share: rate('Share that the inviter gets now.'),
          fees: amount('Fees of the caller that earned the inviter something, USDT.'),
          earned: amount('What the inviter got of them, USDT.'),
          most: amount('The most that they can get.'),
        }),
      ),
    }),
    codes: [],
    served: true,
  }),
  listFriends: defineCall({
    name: 'listFriends',
    method: 'GET',
    path: '/user/listFriends',
    auth: 'user',
    movesMoney: false,
    summary: 'Who signed up with the caller’s code, newest first, and what their fees earned. Real book only.',
    query: strict({ ...pageQuery }),
    result: page(
      strict({
        id: identifier('Number of the invitation, as the statement names it.'),
        name: words('Masked name.'),
        state: state(),
        isVerified: Type.Boolean({ description: 'Whether the friend’s identity is verified.' }),
        joinedAt: timestamp(),
        until: timestamp('Until then their fees count.'),
        fees: amount('Their fees that earned something, USDT.'),
        earned: amount('What they earned the caller, USDT.'),
        most: amount('The most that they can.'),
      }),
    ),
    codes: ['cursorInvalid', 'switchToReal', 'realBookClosed', 'guestMustUpgrade'],
    served: true,
  }),
  listRewards: defineCall({
    name: 'listRewards',
    method: 'GET',
    path: '/user/listRewards',
    auth: 'user',
    movesMoney: false,
    summary: 'The caller’s rewards, newest first, each with the fee that it came from. Real book only.',
    query: strict({ ...pageQuery }),
    result: page(
      strict({
        seq: identifier('Log entry that charged the fee and posted the reward.'),
        id: identifier('Number of the invitation.'),
        name: words('Masked name of the friend.'),
        fee: amount('Fee that the friend paid, USDT.'),
        level: Type.Integer({ minimum: 0, maximum: 5, description: 'Level of the caller then.' }),
        share: rate('Share at that level.'),
        reward: amount('USDT.'),
        at: timestamp(),
      }),
    ),
    codes: ['cursorInvalid', 'switchToReal', 'realBookClosed', 'guestMustUpgrade'],
    served: true,
  }),
};
