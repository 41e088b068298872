import { AMOUNT_DECIMALS, type Amount, divFloor, power10 } from '@glasshouse/rules/money';

/** What the ledger counts of a chain's units, and what is too small for it. */
export interface CountedUnits {
  readonly amount: Amount;
  /** Chain units below 10^-8 of the asset; kept with the transfer, so that nothing disappears. */
  readonly dust: bigint;
}

/** Rounded down: nobody is credited more than arrived. `units` = amount in units + dust. */
export function amountOfUnits(units: bigint, decimals: number): CountedUnits {
  if (units < 0n) throw new RangeError('units of a chain are not negative');
  if (decimals <= AMOUNT_DECIMALS) {
    return { amount: (units * power10(AMOUNT_DECIMALS - decimals)) as Amount, dust: 0n };
  }
  const unit = power10(decimals - AMOUNT_DECIMALS);
  return { amount: divFloor(units, unit) as Amount, dust: units % unit };
}

/** What can be sent of an amount, and what is too small for the chain. */
export interface SendableUnits {
  readonly units: bigint;
  /** The part that the chain cannot express: 10^-8 USDT on Ethereum, which counts in 10^-6. */
  readonly rest: Amount;
}

/** Rounded down: nothing is sent that was not held for it. */
export function unitsOfAmount(amount: Amount, decimals: number): SendableUnits {
  if (amount < 0n) throw new RangeError('amounts sent are not negative');
  if (AMOUNT_DECIMALS <= decimals) {
    return { units: amount * power10(decimals - AMOUNT_DECIMALS), rest: 0n as Amount };
  }
  const unit = power10(AMOUNT_DECIMALS - decimals);
  return { units: divFloor(amount, unit), rest: (amount % unit) as Amount };
}
