import type { Rate } from './strategies.ts';

/** The strategy that did best on some of the data, and what it did there and on the rest. */
export interface OutOfSample {
  readonly chosen: Rate;
  /** Of the same strategy, by bets that had no part in choosing it. */
  readonly measured: Rate;
}

/** Bets of two halves of the data that share no prices, as of one play. */
export function joinRates(left: readonly Rate[], right: readonly Rate[]): Rate[] {
  const others = new Map(right.map((rate) => [rate.name, rate]));
  const alone = right.filter(({ name }) => !left.some((rate) => rate.name === name));
  return [...left.map((rate) => joined(rate, others.get(rate.name))), ...alone];
}

function joined(left: Rate, right: Rate | undefined): Rate {
  if (right === undefined) return left;
  const bets = left.bets + right.bets;
  const rate = (left.rate * left.bets + right.rate * right.bets) / bets;
  return { name: left.name, bets, rate, error: Math.hypot(left.error * left.bets, right.error * right.bets) / bets };
}

/**
 * The best of many strategies has been lucky: its share on the data that chose it is too high,
 * however many bets there are. On data that had no part in the choice it is what it is.
 */
export function measureOutOfSample(
  choosing: readonly Rate[],
  measuring: readonly Rate[],
  betsMin: number,
): OutOfSample | undefined {
  const others = new Map(measuring.map((rate) => [rate.name, rate]));
  const isJudged = (rate: Rate | undefined): boolean => rate !== undefined && betsMin <= rate.bets;
  const [chosen] = choosing
    .filter((rate) => isJudged(rate) && isJudged(others.get(rate.name)))
    .toSorted((left, right) => right.rate - left.rate);
  const measured = others.get(chosen?.name ?? '');
  return chosen === undefined || measured === undefined ? undefined : { chosen, measured };
}

/** Errors of the normal distribution that luck passes with a chance: a bound, never too low. */
export const errorsOfLuck = (chance: number): number => Math.sqrt(-2 * Math.log(2 * Math.min(0.25, chance)));
