import { useState } from 'react';
import { readStored, writeStored } from '../../../session/storage.ts';
import type { MarketInfo } from '../../../shared/market/market-info.ts';
import { useAvailable } from '../../../shared/ticket/use-available.ts';
import { type Period, priceTicket } from './figures.ts';

const STAKE_KEY = 'optionsStake';
const PERIOD_KEY = 'optionsPeriod';
const FIRST_STAKE = '100';
const FIRST_PERIOD = 60;

function firstPeriod(periods: readonly Period[]): Period | undefined {
  const wanted = Number(readStored(PERIOD_KEY) ?? FIRST_PERIOD);
  return (
    periods.find((period) => period.id === wanted) ?? periods.find((period) => period.id === FIRST_PERIOD) ?? periods[0]
  );
}

/** What is filled in on the options ticket, and the figures that follow from it. */
export function useTicket(info: MarketInfo) {
  const { periods } = info.options;
  const [stake, setStake] = useState(() => readStored(STAKE_KEY) ?? FIRST_STAKE);
  const [periodId, setPeriodId] = useState(() => firstPeriod(periods)?.id);
  const [left, setLeft] = useState(false);
  const period = periods.find((candidate) => candidate.id === periodId) ?? periods[0];
  const available = useAvailable('USDT');
  return {
    stake,
    setStake: (next: string) => {
      setStake(next);
      writeStored(STAKE_KEY, next);
    },
    period,
    setPeriod: (id: number) => {
      setPeriodId(id);
      writeStored(PERIOD_KEY, String(id));
    },
    /** Errors show once the field was left: nobody is corrected while typing. */
    left,
    leave: () => setLeft(true),
    available,
    priced: period === undefined ? undefined : priceTicket(stake, period, available),
  };
}
