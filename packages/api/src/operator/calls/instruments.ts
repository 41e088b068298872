import { Type } from 'typebox';
import {
  amount,
  identifier,
  instrumentCode,
  list,
  nullable,
  rate,
  strict,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { actionOutcome, reason } from '../schemas.ts';
import { PRODUCTS, product } from './dashboard.ts';

/** The thing whose terms they are: an instrument, or an asset for conversions. */
const thing = () => instrumentCode('Instrument, or asset for conversions.');
/** What has terms: the products on each instrument, and the one table of fee tiers (`VIP`). */
const termProduct = () => Type.Enum([...PRODUCTS, 'feeTiers', 'referrals']);
const params = strict({ product: termProduct(), code: thing() });

/** A value of a term: text for money and rates, a number for counts, or a list of periods. */
const value = () => Type.Unknown({ description: 'As the field has it.' });

export const termField = strict({
  field: words('Name of the term.'),
  kind: Type.Enum([
    'amount',
    'rate',
    'integer',
    'flag',
    'periods',
    'tiers',
    'ladder',
    'beforeClose',
    'closeRequirement',
    'feeTiers',
  ]),
  value: value(),
  standard: Type.Unknown({ description: 'What this installation offers without a change.' }),
  changeable: Type.Boolean(),
  min: nullable(words('Smallest value.')),
  max: nullable(words('Largest value.')),
});

export const termChange = strict({
  id: identifier('Number of the change: its log entry.'),
  product: termProduct(),
  code: thing(),
  fields: Type.Unknown({ description: 'Fields with their new values.' }),
  effectiveFrom: timestamp(),
  state: Type.Enum(['scheduled', 'applied', 'cancelled', 'failed']),
  askedAt: timestamp(),
  operator: nullable(words('Who asked for it.')),
  appliedAt: nullable(timestamp()),
  version: nullable(Type.Integer({ minimum: 1, description: 'Version of the terms that it made.' })),
});

/** What is offered on each instrument. Prices and outcomes are in none of these calls. */
export const operatorInstrumentCalls = {
  listInstruments: defineOperatorCall({
    name: 'listInstruments',
    method: 'GET',
    path: '/instruments',
    access: 'instruments.read',
    stepUp: false,
    command: false,
    summary: 'Every instrument with the products offered on it, its feed and its state.',
    result: list(
      strict({
        code: thing(),
        name: words('Name.'),
        type: words('`crypto`, `forex`, …'),
        source: words('Name of the feed.'),
        open: Type.Boolean(),
        stale: Type.Boolean(),
        closedBecause: nullable(words('What could not be done, until somebody reopens it.')),
        price: nullable(words('Last accepted price.')),
        at: nullable(timestamp('Of that price.')),
        precision: Type.Integer({ minimum: 0 }),
        stalenessMs: Type.Integer({ minimum: 0 }),
        tickMs: Type.Integer({ minimum: 1 }),
        gapLimitMs: Type.Integer({ minimum: 0 }),
        outlierBps: Type.Integer({ minimum: 0 }),
        calendar: words('Trading calendar.'),
        offers: list(strict({ product: product(), version: Type.Integer({ minimum: 1 }), changed: Type.Boolean() }), 4),
        scheduled: Type.Integer({ minimum: 0, description: 'Changes that are still to come.' }),
      }),
      1_000,
    ),
    codes: [],
  }),
  getTerms: defineOperatorCall({
    name: 'getTerms',
    method: 'GET',
    path: '/instruments/{product}/{code}',
    access: 'instruments.read',
    stepUp: false,
    command: false,
    summary: 'Terms of one product on one instrument, with changes and versions.',
    params,
    result: strict({
      product: termProduct(),
      code: thing(),
      version: Type.Integer({ minimum: 1 }),
      fields: list(termField, 50),
      changes: list(termChange, 100),
      versions: list(
        strict({
          version: Type.Integer({ minimum: 1 }),
          seq: identifier('Command log entry.'),
          at: timestamp('Since when.'),
          terms: Type.Unknown({ description: 'As they were.' }),
        }),
        100,
      ),
    }),
    codes: ['nothingFound'],
  }),
  changeTerms: defineOperatorCall({
    name: 'changeTerms',
    method: 'POST',
    path: '/instruments/{product}/{code}/change',
    access: 'instruments.change',
    stepUp: true,
    command: true,
    summary: 'Asks for a change of terms from a moment on; a second person decides. Open orders keep their terms.',
    params,
    body: strict({
      fields: Type.Record(Type.String({ pattern: '^[a-zA-Z]{1,32}$' }), Type.Unknown(), {
        minProperties: 1,
        maxProperties: 30,
        description: 'Fields with their new values.',
      }),
      effectiveFrom: Type.Optional(
        timestamp('From when; at once when left out. Smaller shares of friends’ fees: a week later at the earliest.'),
      ),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: [
      'nothingFound',
      'outOfRange',
      'wrongFormat',
      'unknownField',
      'fieldRequired',
      'capacityReached',
      'feeTiersUnsound',
    ],
  }),
  cancelTermsChange: defineOperatorCall({
    name: 'cancelTermsChange',
    method: 'POST',
    path: '/instruments/changes/cancel',
    access: 'instruments.change',
    stepUp: true,
    command: true,
    summary: 'Cancels a change that has not come into force.',
    body: strict({ id: identifier('Number of the change.'), reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'fieldRequired'],
  }),
  reopenInstrument: defineOperatorCall({
    name: 'reopenInstrument',
    method: 'POST',
    path: '/instruments/reopen',
    access: 'instruments.change',
    stepUp: true,
    command: true,
    summary: 'Opens an instrument that the core closed because something due on it could not be done.',
    body: strict({ code: thing(), reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'fieldRequired'],
  }),
  listOperatorFeeTiers: defineOperatorCall({
    name: 'listOperatorFeeTiers',
    method: 'GET',
    path: '/feeTiers',
    access: 'instruments.read',
    stepUp: false,
    command: false,
    summary: 'Fee tiers with how many people are on each.',
    result: list(
      strict({
        level: Type.Integer({ minimum: 0 }),
        fees30d: amount('Traded in 30 days to reach it, USDT.'),
        feeDiscount: rate('Share taken off trading fees.'),
        referralShare: rate('Share of the fees of invited friends.'),
        demo: Type.Integer({ minimum: 0, description: 'People on it on the demo book.' }),
        real: Type.Integer({ minimum: 0, description: 'People on it on the real book.' }),
      }),
      20,
    ),
    codes: [],
  }),
};
