import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Panel } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import styles from './risk-sheet.module.css';
import { shownAmount } from './shown-amount.ts';
import type { WithdrawalCase } from './withdrawal-case.ts';

/** The earlier withdrawals of the person, oldest first, with this one at the end. */
export function EarlierBars({ found }: { readonly found: WithdrawalCase }) {
  const t = useT();
  const format = useFormat();
  const { earlier, item } = found;
  if (earlier.length === 0) return null;
  // Bars of one coin alone: two coins have no common height.
  const same = earlier
    .filter(({ symbol }) => symbol === item.symbol)
    .toSorted((left, right) => Date.parse(left.createdAt) - Date.parse(right.createdAt));
  const bars = [...same, item];
  const most = Math.max(...bars.map(({ amount }) => Number(amount)));
  return (
    <Panel title={t('console:risk.earlier')}>
      {0 < same.length && 0 < most && (
        <>
          <div className={styles.bars} aria-hidden="true">
            {bars.map(({ id, amount }) => (
              <span
                key={id}
                className={styles.bar}
                data-this={id === item.id || undefined}
                // Drawn only: the amounts themselves stay exact texts below.
                style={{ blockSize: `${Math.max(MIN_PERCENT, (Number(amount) / most) * 100)}%` }}
              />
            ))}
          </div>
          <div className={styles.ends}>
            <span>{format.date(same[0]?.createdAt ?? item.createdAt)}</span>
            <span>{t('console:withdrawals.title', { id: item.id })}</span>
          </div>
        </>
      )}
      <ul>
        {earlier.map((withdrawal) => (
          <li key={withdrawal.id} className={styles.line}>
            <span className={styles.date}>{format.date(withdrawal.createdAt)}</span>
            <span>
              <StateBadge state={withdrawal.state} />
            </span>
            <bdi className={styles.sum}>{shownAmount(format, withdrawal)}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** So that a small one is still seen. */
const MIN_PERCENT = 3;
