import { Type } from 'typebox';
import { LANGUAGES } from '../../constants.ts';
import {
  amount,
  asset,
  identifier,
  list,
  nullable,
  positiveAmount,
  rate,
  signedAmount,
  strict,
  text,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { PLAN_KINDS, planReserve } from '../../schemas/plans.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { actionOutcome, reason } from '../schemas.ts';

const params = strict({ id: identifier('Number of the product.') });

const names = strict(
  Object.fromEntries(LANGUAGES.map((language) => [language, text(60, `Name in ${language}.`)])) as Record<
    (typeof LANGUAGES)[number],
    ReturnType<typeof text>
  >,
);

/** What a product sells; kind and coin stay as they were first defined. */
const terms = {
  names,
  kind: Type.Enum([...PLAN_KINDS]),
  asset: asset(),
  days: Type.Integer({ minimum: 1, maximum: 3650, description: 'Days that earn.' }),
  dailyRate: rate('Yield of a day.'),
  min: positiveAmount('Least principal.'),
  max: positiveAmount('Most principal of one plan.'),
  penaltyRate: rate('Share of the principal that an early exit costs.'),
  capacity: positiveAmount('Most principal of all plans together.'),
  onePerUser: Type.Boolean({ description: 'One plan per person at a time.' }),
  onSale: Type.Boolean(),
};

const planChange = strict({
  id: identifier('Log entry that asked for it.'),
  product: nullable(identifier('Null: a new product.')),
  name: words('In the language of the operator.'),
  dailyRate: rate(),
  days: Type.Integer({ minimum: 1 }),
  onSale: Type.Boolean(),
  effectiveFrom: timestamp(),
  askedAt: timestamp(),
});

/** Plans, their terms from a moment on, and the reserves that pay their yield. */
export const operatorPlanCalls = {
  listPlanReserves: defineOperatorCall({
    name: 'listPlanReserves',
    method: 'GET',
    path: '/plans',
    access: 'plans.read',
    stepUp: false,
    command: false,
    summary: 'Products with their terms, what is promised and what covers it, and terms that come into force later.',
    result: strict({
      at: timestamp(),
      items: list(
        strict({
          id: identifier(),
          version: Type.Integer({ minimum: 1 }),
          name: words('In the language of the operator.'),
          ...terms,
          names: Type.Record(Type.String(), words('Name.')),
          taken: amount('Principal of the plans that run.'),
          plans: Type.Integer({ minimum: 0 }),
          sold: Type.Integer({ minimum: 0 }),
          reserve: planReserve,
          capital: amount("The operator's own money in this coin, from which it is funded."),
          cover: signedAmount('What is free, less the yield of all capacity that is left; below 0 sales stop earlier.'),
        }),
        200,
      ),
      changes: list(planChange, 200),
    }),
    codes: [],
  }),
  definePlan: defineOperatorCall({
    name: 'definePlan',
    method: 'POST',
    path: '/plans/define',
    access: 'plans.change',
    stepUp: true,
    command: true,
    summary:
      'Asks for a product, new or changed, from a moment on; a second person decides. Plans sold keep their terms.',
    body: strict({
      product: Type.Optional(identifier('Left out: a new product.')),
      ...terms,
      effectiveFrom: Type.Optional(timestamp('From when; at once when left out.')),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: ['nothingFound', 'outOfRange', 'fieldRequired', 'capacityReached'],
  }),
  cancelPlanChange: defineOperatorCall({
    name: 'cancelPlanChange',
    method: 'POST',
    path: '/plans/cancel',
    access: 'plans.change',
    stepUp: true,
    command: true,
    summary: 'Calls off terms that have not come into force.',
    body: strict({ id: identifier('Log entry that asked for them.'), reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'fieldRequired'],
  }),
  fundPlan: defineOperatorCall({
    name: 'fundPlan',
    method: 'POST',
    path: '/plans/{id}/fund',
    access: 'house.fund',
    stepUp: true,
    command: true,
    summary: "Moves the operator's own money into a product's reserve; a second person decides.",
    params,
    body: strict({ amount: positiveAmount(), reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'outOfRange', 'capitalTooSmall', 'fieldRequired', 'capacityReached'],
  }),
  drawPlan: defineOperatorCall({
    name: 'drawPlan',
    method: 'POST',
    path: '/plans/{id}/draw',
    access: 'house.draw',
    stepUp: true,
    command: true,
    summary: 'Takes back what is promised to nobody; a second person decides. What is promised cannot be taken.',
    params,
    body: strict({ amount: positiveAmount(), reason: reason() }),
    result: actionOutcome,
    codes: ['nothingFound', 'outOfRange', 'reserveTooSmall', 'fieldRequired', 'capacityReached'],
  }),
};
