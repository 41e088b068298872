import { code } from '@glasshouse/api/codes';
import { type Amount, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import { freeCapital } from '../../authority/money.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { houseAccount } from '../../kernel/core/accounts.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CoreState, Effects, Outcome, Refusal } from '../../kernel/core/types.ts';
import { houseOf, PlanEffects } from './plan-effects.ts';
import { FUNDING_TABLE, type PlanFunding } from './rows.ts';
import { plansOf } from './slice.ts';
import { planCode } from './terms.ts';

export type ReserveBody = OperatorBody<{ readonly product: number; readonly amount: string }>;
export type EndowBody = { readonly product: number; readonly amount: string };

/** Plans are of the real book. */
const BOOK = 'real';

interface Moved {
  readonly product: number;
  readonly asset: string;
  readonly amount: Amount;
}

/** What a command names, or why it cannot be. */
function read(state: CoreState, body: EndowBody): { readonly ok: true; readonly moved: Moved } | Refusal {
  const terms = plansOf(state).terms.get(planCode(body.product));
  if (terms === undefined) return refuse(code.nothingFound, 'product');
  const amount = parseAmount(body.amount);
  if (amount === undefined || amount === 0n) return refuse(code.outOfRange, 'amount');
  return { ok: true, moved: { product: body.product, asset: terms.asset, amount } };
}

/** Into the product's pool, or out of it; and the line that anybody can read. */
function effectsOf(
  state: CoreState,
  { seq, at }: Command,
  { product, asset, amount }: Moved,
  kind: PlanFunding['kind'],
): Effects {
  const effects = new PlanEffects(state);
  const { pool } = houseOf(product, BOOK, asset);
  const capital = houseAccount(BOOK, asset, 'capital');
  const isDrawn = kind === 'drawn';
  if (kind === 'played') {
    const from = houseAccount(BOOK, asset, 'playMoney');
    effects.post({ from, to: capital, amount, reason: 'house.playMoney', ref: seq });
  }
  const [from, to] = isDrawn ? [pool, capital] : [capital, pool];
  effects.post({ from, to, amount, reason: isDrawn ? 'plans.draw' : 'plans.fund', ref: seq });
  const left = (balanceOf(state, pool) + (isDrawn ? -amount : amount)) as Amount;
  const row: PlanFunding = {
    seq,
    product,
    asset,
    kind,
    amount: formatAmount(amount),
    pool: formatAmount(left),
    at,
  };
  effects.row(changeOf(FUNDING_TABLE, row));
  effects.grow(product, isDrawn ? { drawn: amount } : { funded: amount });
  return effects.toEffects();
}

function decision(state: CoreState, command: Command<ReserveBody>, moved: Moved, kind: 'funded' | 'drawn'): Decision {
  const { product, asset, amount } = moved;
  const held = balanceOf(state, houseOf(product, BOOK, asset).pool);
  const after = (kind === 'drawn' ? held - amount : held + amount) as Amount;
  return {
    ok: true,
    subject: planCode(product),
    before: { asset, pool: formatAmount(held) },
    after: { asset, pool: formatAmount(after) },
    ...effectsOf(state, command, moved, kind),
  };
}

/** The operator's own money into what yield is promised from; a second person decides. */
export const fundReserve = operatorHandler<ReserveBody>({
  permission: 'house.fund',
  secondPerson: () => true,
  decide: (state, command) => {
    const found = read(state, command.body);
    if (!found.ok) return found;
    const { moved } = found;
    if (freeCapital(state, { book: BOOK, asset: moved.asset }) < moved.amount) {
      return refuse(code.capitalTooSmall, 'amount');
    }
    return decision(state, command, moved, 'funded');
  },
});

/**
 * Back to the operator's capital, two persons as well. What is promised lies in an account that
 * nothing but yield and the end of a plan takes from, so it cannot be drawn.
 */
export const drawReserve = operatorHandler<ReserveBody>({
  permission: 'house.draw',
  secondPerson: () => true,
  decide: (state, command) => {
    const found = read(state, command.body);
    if (!found.ok) return found;
    const { moved } = found;
    if (balanceOf(state, houseOf(moved.product, BOOK, moved.asset).pool) < moved.amount) {
      return refuse(code.reserveTooSmall, 'amount');
    }
    return decision(state, command, moved, 'drawn');
  },
});

/** Play money for a product of a seeded book. */
export function endow(state: CoreState, command: Command<EndowBody>): Outcome {
  const found = read(state, command.body);
  if (!found.ok) return found;
  return { ok: true, result: null, ...effectsOf(state, command, found.moved, 'played') };
}
