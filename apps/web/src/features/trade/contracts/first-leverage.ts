import { readStored, writeStored } from '@glasshouse/app/session/storage';

const LEVERAGE_KEY = 'contractLeverage';
const FIRST_LEVERAGE = 10;

/** What a new ticket begins with: the leverage used last, where the market allows so much. */
export const firstLeverage = (cap: number): number => {
  const stored = Number(readStored(LEVERAGE_KEY));
  return Math.min(cap, Number.isSafeInteger(stored) && 1 <= stored ? stored : FIRST_LEVERAGE);
};

export const keepLeverage = (leverage: number): void => writeStored(LEVERAGE_KEY, String(leverage));
