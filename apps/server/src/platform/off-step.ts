import { amountOf, formatAmount, parseAmount, ZERO } from '@glasshouse/rules/money';
import { nearestOnStep } from '@glasshouse/rules/nearest-on-step';
import type { CallAnswer } from './call.ts';

export interface SizeRule {
  readonly min: string;
  readonly max: string;
  readonly step: string;
}

/**
 * The core's refusal of a size, told as what it is where the size lies between two steps: with the
 * step and the nearest sizes that are permitted. The log keeps the core's own code.
 */
export function tellOffStep<Result>(
  answer: CallAnswer<Result>,
  refusal: {
    /** The core's code, at this field, and the one to answer instead. */
    readonly refused: number;
    readonly field: string;
    readonly code: number;
    readonly size: string;
    readonly rule: SizeRule;
  },
): CallAnswer<Result> {
  if (answer.ok || answer.code !== refusal.refused || answer.fields?.[refusal.field] === undefined) return answer;
  const min = amountOf(refusal.rule.min);
  const max = amountOf(refusal.rule.max);
  const step = amountOf(refusal.rule.step);
  const nearest = nearestOnStep(parseAmount(refusal.size) ?? ZERO, { min, max, step });
  if (nearest === undefined) return answer;
  const { lower, higher } = nearest;
  return {
    ok: false,
    code: refusal.code,
    fields: { [refusal.field]: refusal.code },
    amounts: { step: formatAmount(step), lower: formatAmount(lower), higher: formatAmount(higher) },
  };
}
