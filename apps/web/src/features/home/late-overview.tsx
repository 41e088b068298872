import type { ResultOf } from '@glasshouse/api';
import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import { Figure, Skeleton } from '@glasshouse/ui';
import { useCallback, useState } from 'react';
import styles from './account-strip.module.css';
import { keptHeight } from './kept-height.ts';

const Overview = lazyPart(async () => {
  const [overview] = await Promise.all([
    import('./overview.tsx'),
    needMessages(['portfolio', 'trade', 'order']),
    loadCallTable(),
  ]);
  return overview.Overview;
});
interface TotalProps {
  readonly balances: ResultOf<'listBalances'>;
}
const totals = async () => {
  const [totalWorth] = await Promise.all([
    import('../../parts/portfolio/total-worth.tsx'),
    needMessages(['account', 'funds']),
  ]);
  return totalWorth;
};
const TotalWorth = lazyPart(async () => (await totals()).TotalWorth);
const WorthParts = lazyPart(async () => (await totals()).WorthParts);
const Movers = lazyPart(async () => {
  const [movers] = await Promise.all([import('./movers.tsx'), loadCallTable()]);
  return movers.Movers;
});

/** What is open and what changed, in a place reserved for it: the balance comes first. */
export function LateOverview() {
  const [height, setHeight] = useState(() => keptHeight(window.innerWidth));
  const release = useCallback(() => setHeight(undefined), []);
  return (
    <div className={styles.overview}>
      <div style={{ minBlockSize: height }}>
        <LazyPlace>
          <Overview onReady={release} />
        </LazyPlace>
      </div>
    </div>
  );
}

export const LateMovers = () => (
  <div className={styles.movers}>
    <LazyPlace>
      <Movers />
    </LazyPlace>
  </div>
);

/** What of the total is pledged and owed: only the real book has either. */
export const LateParts = ({ balances }: TotalProps) =>
  balances.owedUsdt === '0' && balances.items.every(({ collateral }) => collateral === '0') ? null : (
    <LazyPlace>
      <WorthParts balances={balances} />
    </LazyPlace>
  );

/** Opens into its sum once that has loaded; the same before where no contract has a margin. */
export function LateTotal({ balances }: TotalProps) {
  const isAll = balances.items.every(({ margin }) => margin === '0');
  const plain = isAll ? (
    <Figure value={balances.netUsdt} places={2} asset="USDT" size="xxl" />
  ) : (
    <Skeleton width="2rem" height="0.28rem" />
  );
  return (
    <LazyPlace waiting={plain} otherwise={plain}>
      <TotalWorth balances={balances} size="xxl" />
    </LazyPlace>
  );
}
