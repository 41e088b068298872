import type { BodyOf } from '@glasshouse/api';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import {
  type OptionsDraft,
  type OptionsFigures,
  type OptionsProblem,
  type Period,
  priceOption,
} from '@glasshouse/trade/options/figures';
import { isReady, type TicketState } from '@glasshouse/trade/ticket/ticket';
import { useState } from 'react';
import { useAvailable } from '../../../parts/ticket/use-available.ts';
import { useLeftFields } from '../../../parts/ticket/use-left-fields.ts';
import type { Workspace } from '../workspace/use-workspace.ts';

const STAKE_KEY = 'optionsStake';
const PERIOD_KEY = 'optionsPeriod';
const FIRST_STAKE = '100';
const FIRST_PERIOD = 60;
const FIELDS = ['size'] as const;

/** A market that offers options has at least one period. */
export type Periods = readonly [Period, ...Period[]];

function firstPeriod(periods: Periods): Period {
  const storedId = Number(readStored(PERIOD_KEY) ?? FIRST_PERIOD);
  return periods.find(({ id }) => id === storedId) ?? periods.find(({ id }) => id === FIRST_PERIOD) ?? periods[0];
}

export interface OptionsTicketState
  extends TicketState<OptionsDraft, OptionsFigures, OptionsProblem, BodyOf<'buyOption'>> {
  readonly available: string | undefined;
  readonly setStake: (stake: string) => void;
  readonly setPeriod: (id: number) => void;
}

/** The options ticket: its draft, the figures that follow from it, and the problems it has. */
export function useOptionsTicket({ info, side }: Workspace, periods: Periods): OptionsTicketState {
  const [stake, setStake] = useState(() => readStored(STAKE_KEY) ?? FIRST_STAKE);
  const [periodId, setPeriodId] = useState(() => firstPeriod(periods).id);
  const { forget: _, ...leftFields } = useLeftFields(FIELDS);
  const available = useAvailable('USDT');
  const period = periods.find(({ id }) => id === periodId) ?? periods[0];
  const draft: OptionsDraft = { direction: side === 'buy' ? 'up' : 'down', stake, period };
  const priced = priceOption({ draft, available });
  return {
    draft,
    ...priced,
    ...leftFields,
    available,
    body: isReady(priced)
      ? { code: info.code, direction: draft.direction, amount: stake, periodId: period.id }
      : undefined,
    setStake: (next) => {
      setStake(next);
      writeStored(STAKE_KEY, next);
    },
    setPeriod: (id) => {
      setPeriodId(id);
      writeStored(PERIOD_KEY, String(id));
    },
  };
}
