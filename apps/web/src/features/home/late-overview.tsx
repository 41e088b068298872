import type { ResultOf } from '@glasshouse/api';
import { Figure } from '@glasshouse/ui';
import { type ComponentType, lazy, Suspense } from 'react';
import { loadCallTable } from '../../api/load-call-table.ts';
import { needMessages } from '../../i18n/language.ts';
import styles from './account-strip.module.css';

const nothing = { default: () => null };

const Overview = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [overview] = await Promise.all([import('./overview.tsx'), needMessages(['portfolio']), loadCallTable()]);
    return { default: overview.Overview };
  } catch {
    return nothing;
  }
});
interface TotalProps {
  readonly balances: ResultOf<'listBalances'>;
}
const PlainTotal = ({ balances }: TotalProps) => (
  <Figure value={balances.totalUsdt} places={2} asset="USDT" size="xxl" />
);
/** Opens into its sum once that has loaded; looks the same before. */
const TotalWorth = lazy(async () => {
  try {
    const { TotalWorth: Total } = await import('../../shared/total-worth.tsx');
    return { default: ({ balances }: TotalProps) => <Total balances={balances} size="xxl" /> };
  } catch {
    return { default: PlainTotal };
  }
});
const Movers = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [movers] = await Promise.all([import('./movers.tsx'), loadCallTable()]);
    return { default: movers.Movers };
  } catch {
    return nothing;
  }
});

/** What is open and what changed, in a place reserved for it: the balance comes first. */
export const LateOverview = () => (
  <div className={styles.overview}>
    <Suspense>
      <Overview />
    </Suspense>
  </div>
);

export const LateMovers = () => (
  <div className={styles.movers}>
    <Suspense>
      <Movers />
    </Suspense>
  </div>
);

export const LateTotal = ({ balances }: TotalProps) => (
  <Suspense fallback={<PlainTotal balances={balances} />}>
    <TotalWorth balances={balances} />
  </Suspense>
);
