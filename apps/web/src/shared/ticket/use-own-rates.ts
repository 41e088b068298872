import { feeRateOf } from '@glasshouse/rules/fee-tiers';
import { formatRate, rateOf } from '@glasshouse/rules/money';
import { useCallback } from 'react';
import { useUserInfo } from '../use-user-info.ts';

/** What the user's level pays of a listed fee rate; the listed one for visitors, and until the level is known. */
export function useOwnRate(): (listed: string) => string {
  const level = useUserInfo().data?.level.level ?? 0;
  return useCallback((listed) => formatRate(feeRateOf(rateOf(listed), level)), [level]);
}
