import { Type } from 'typebox';
import { LIMIT_KINDS, LIMIT_LEVELS, LIMIT_WINDOWS } from '../kyc-limits.ts';
import { amount, asset, identifier, list, nullable, rate, strict, timestamp } from './common.ts';

const level = (description: string) => Type.Enum([...LIMIT_LEVELS], { description });
const limitWindow = (description: string) => Type.Enum([...LIMIT_WINDOWS], { description });

const limitOf = (description: string) => nullable(amount(`${description}, in USDT; null: no limit.`));

const kindLimits = strict({
  kind: Type.Enum([...LIMIT_KINDS]),
  day: limitOf('Within 24 hours'),
  month: limitOf('Within 30 days'),
  total: limitOf('In all'),
});

const kindUsage = strict({
  kind: Type.Enum([...LIMIT_KINDS]),
  day: amount('Used within 24 hours, in USDT.'),
  month: amount('Used within 30 days.'),
  total: amount('Used in all.'),
  left: limitOf('Left now by the window that leaves least'),
  leftBy: nullable(limitWindow('That window.')),
});

export const HELD_STATES = ['held', 'vanished', 'returning', 'released', 'returned', 'reversed'] as const;

/** A credit above the limit of its owner's level. */
export const heldDeposit = strict({
  deposit: identifier('Number of the deposit.'),
  symbol: asset(),
  amount: amount('Held of it: the whole credit.'),
  valueUsdt: nullable(amount('Worth at the credit.')),
  level: level('Level when it arrived.'),
  exceeds: limitWindow('The window whose limit it would have exceeded.'),
  state: Type.Enum([...HELD_STATES], {
    description: 'held: until the check is passed; returning: it will be sent back; the last three are ends.',
  }),
  since: timestamp(),
});

/** What each level of identity allows on the real book, and what is used of it. */
export const kycLimits = strict({
  level: level('How far the person is identified.'),
  levels: list(strict({ level: level('A step of the ladder.'), limits: list(kindLimits, LIMIT_KINDS.length) }), 3),
  usage: list(kindUsage, LIMIT_KINDS.length),
  loanRates: strict({
    basic: rate('Share of the balance that may be lent with the basic check.'),
    full: rate('The same with the full one.'),
  }),
  basicDocument: Type.Boolean({ description: 'The basic check asks for pictures of the document.' }),
  held: list(heldDeposit, 100),
});
