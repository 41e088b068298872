import { Type } from 'typebox';
import { amount, asset, hex, identifier, list, nullable, rate, strict, timestamp, words } from './common.ts';
import { provenTick } from './market.ts';
import { proof } from './proof.ts';
import { logEntryFields } from './trading.ts';
import { statementLine } from './user.ts';

export const PLAN_KINDS = ['smart', 'staking'] as const;
export const PLAN_STATES = ['earning', 'expired', 'divided', 'exited'] as const;
/** Why a product is not sold now; `open`: it is. */
export const PLAN_SALES = ['open', 'off', 'full', 'unfunded'] as const;

const kind = () => Type.Enum([...PLAN_KINDS]);
const days = (description: string) => Type.Integer({ minimum: 0, maximum: 3650, description });

const planFields = {
  id: identifier('Number of the plan; also its entry in the command log.'),
  productId: identifier(),
  termsVersion: Type.Integer({ minimum: 1, description: 'Of the terms that it was bought under.' }),
  kind: kind(),
  asset: asset(),
  amount: amount('Principal.'),
  dailyYield: rate('Share of the principal paid for each day.'),
  dailyAmount: amount('The same in the coin, rounded down.'),
  cycleDays: days('Days that earn, in UTC.'),
  paidDays: days('Of them paid.'),
  earned: amount('Yield paid so far.'),
  promised: amount('Yield over all days; set aside at the sale.'),
  exitPenaltyRate: rate('Share of the principal that an early exit costs.'),
  state: Type.Enum([...PLAN_STATES], {
    description:
      '`expired`: every day is paid, and the principal comes back next; `divided`: it has; `exited`: ended early.',
  }),
  boughtAt: timestamp(),
  startedAt: timestamp('Start of the first day that earns: the midnight after the purchase, UTC.'),
  maturesAt: timestamp('End of the last day.'),
  penalty: nullable(amount('What the early exit cost.')),
  closedAt: nullable(timestamp()),
};

/** As the user socket pushes it: without a name, which depends on the language. */
export const planEvent = strict(planFields);
export const smartOrder = strict({ ...planFields, name: words('Product.') });

/** A plan with everything that proves it. */
export const smartOrderWithEvidence = strict({
  plan: smartOrder,
  log: list(strict(logEntryFields), 1_200),
  ticks: list(provenTick, 0),
  lines: list(statementLine, 200),
  proof,
});

export const planReserve = strict({
  funded: amount('What operators have ever put in.'),
  drawn: amount('What they have taken out again.'),
  penalties: amount('What early exits left in it.'),
  paid: amount('Yield paid from it.'),
  promised: amount('Set aside for the days that are still to come: nothing else can take it.'),
  free: amount('What new plans can be promised.'),
});

export const planProduct = strict({
  id: identifier(),
  name: words('In the language of the caller.'),
  kind: kind(),
  asset: asset(),
  version: Type.Integer({ minimum: 1, description: 'Of its terms: send it with a purchase.' }),
  cycleDays: days('Days that earn.'),
  dailyYield: rate(),
  totalYield: rate('Over all days.'),
  min: amount('Least principal.'),
  max: amount('Most principal of one plan.'),
  exitPenaltyRate: rate(),
  capacity: amount('Most principal of all plans together.'),
  taken: amount('Of it taken now.'),
  plans: Type.Integer({ minimum: 0, description: 'Plans that run.' }),
  sold: Type.Integer({ minimum: 0, description: 'Plans ever sold.' }),
  onePerUser: Type.Boolean({ description: 'One plan of it per person at a time.' }),
  mine: Type.Integer({ minimum: 0, description: "The caller's plans of it that run." }),
  sale: Type.Enum([...PLAN_SALES]),
  available: amount('Largest principal that can be bought now: by capacity, by reserve, and by the most of one plan.'),
  reserve: planReserve,
});

export const planReserveMove = strict({
  seq: identifier('Log entry.'),
  hash: hex(32, 'Its hash.'),
  kind: Type.Enum(['funded', 'drawn', 'played'], { description: '`played`: play money of a sandbox.' }),
  asset: asset(),
  amount: amount(),
  pool: amount('In the reserve and promised to nobody, afterwards.'),
  operators: list(identifier('Number of an operator.'), 2),
  at: timestamp(),
});

/** What is paid as one day ends. */
export const planPayment = strict({
  at: timestamp('End of the day, UTC.'),
  asset: asset(),
  yield: amount('Of all plans of the coin.'),
  principal: amount('That comes back then.'),
  plans: list(identifier(), 100),
});
