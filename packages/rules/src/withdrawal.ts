import { AMOUNT_DECIMALS, type Amount, mulRateCeil, power10, type Rate, subtract, ZERO } from './money.ts';

export interface WithdrawalTerms {
  readonly feeRate: Rate;
  readonly feeMinimum: Amount;
  /** Decimals in which the network counts the coin; a bank counts cents. */
  readonly decimals: number;
}

export interface WithdrawalSplit {
  readonly fee: Amount;
  readonly received: Amount;
}

/**
 * What of an amount arrives, and what is kept: the share of the fee rounded up, at least the
 * minimum, and what is too small for the network to express. Undefined when nothing would arrive.
 */
export function splitWithdrawal(amount: Amount, terms: WithdrawalTerms): WithdrawalSplit | undefined {
  const share = mulRateCeil(amount, terms.feeRate);
  const fee = greater(share, terms.feeMinimum);
  if (amount <= fee) return undefined;
  const received = cutToDecimals(subtract(amount, fee), terms.decimals);
  return received === ZERO ? undefined : { received, fee: subtract(amount, received) };
}

/** Rounded down to what a network with so many decimals can express. */
export function cutToDecimals(amount: Amount, decimals: number): Amount {
  if (AMOUNT_DECIMALS <= decimals) return amount;
  const unit = power10(AMOUNT_DECIMALS - decimals);
  return (amount - (amount % unit)) as Amount;
}

function greater(left: Amount, right: Amount): Amount {
  if (left < right) return right;
  return left;
}
