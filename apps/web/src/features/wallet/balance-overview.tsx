import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { Card, InstrumentLogo, Skeleton, Stack } from '@glasshouse/ui';
import { BalanceTotal } from '../../parts/money/balance-total.tsx';
import { useBalances } from '../../parts/money/use-balances.ts';
import { TotalWorth, WorthParts } from '../../parts/portfolio/total-worth.tsx';
import { useLogos } from './coin-field.tsx';
import styles from './wallet.module.css';

const SHOWN_MAX = 6;

/** What is on the real account, in a few lines; the statement has all of it. */
export function BalanceOverview() {
  const t = useT();
  const logos = useLogos();
  const balances = loadable(useBalances());
  if (balances.state === 'error') return <FailureNote failure={balances.failure} retry={balances.retry} />;
  const items =
    balances.state === 'ready'
      ? balances.value.items
          .filter(({ total }) => /[1-9]/.test(total))
          .sort((left, right) => Number(right.valueUsdt ?? 0) - Number(left.valueUsdt ?? 0))
      : undefined;
  return (
    <Card>
      <p className={styles.small}>{t('account:balances.total')}</p>
      <p className={styles.sum}>
        {balances.state === 'ready' ? (
          <TotalWorth balances={balances.value} size="xxl" />
        ) : (
          <Skeleton width="2rem" height="0.28rem" />
        )}
      </p>
      <WorthParts balances={balances.state === 'ready' ? balances.value : undefined} />
      {items !== undefined && 0 < items.length && (
        <ul className={styles.balances} aria-label={t('account:balances.title')}>
          {items.slice(0, SHOWN_MAX).map((balance) => (
            <li key={balance.asset} className={styles.balance}>
              <Stack row gap={2}>
                <InstrumentLogo code={balance.asset} src={logos.get(balance.asset)} size="s" />
                <span className={styles.strong}>{balance.asset}</span>
              </Stack>
              <BalanceTotal balance={balance} />
            </li>
          ))}
        </ul>
      )}
      {items?.length === 0 && <p className={styles.small}>{t('wallet:noMoney')}</p>}
    </Card>
  );
}
