import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { Card, Figure, Section, Skeleton, Why } from '@glasshouse/ui';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine } from '@glasshouse/ui/icon/icons';
import { Money } from '../../parts/money/money.tsx';
import { useBalances } from '../../parts/money/use-balances.ts';
import {
  ContractsAdd,
  IF_CLOSED,
  OWED,
  Owed,
  TotalWorth,
  useContractsAdd,
  useTotalWorth,
} from '../../parts/portfolio/total-worth.tsx';
import styles from './statement.module.css';
import { availableShown, type Worth, worthOf } from './worth.ts';

/** The total in USDT, and how it is used. */
export function Summary() {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const list = loadable(useBalances());
  const { adds, contracts } = useContractsAdd();
  const total = useTotalWorth(list.state === 'ready' ? list.value : undefined);
  if (list.state === 'error') {
    return (
      <Section aria-label={t('funds:summary.title')}>
        <FailureNote failure={list.failure} retry={list.retry} />
      </Section>
    );
  }
  const worth = list.state === 'ready' ? worthOf(list.value.items) : undefined;
  const owed = list.state === 'ready' ? list.value.owedUsdt : '0';
  const parts = partsOf(worth, t);
  const available = worth && total && adds && availableShown(worth, { total, adds, owed });
  const shown = partsOf(worth && { ...worth, available: available ?? worth.available }, t);
  return (
    <Section aria-label={t('funds:summary.title')}>
      <Card className={styles.summary} aria-busy={worth === undefined || undefined}>
        <div className={styles.whole}>
          <div className={styles.name}>
            {t('account:balances.total')}
            {worth !== undefined && (
              <Why
                label={t('funds:summary.why')}
                title={t('funds:summary.why')}
                rows={[
                  ...parts.map(({ name, value }) => ({ name, value: <Money value={value} asset="USDT" /> })),
                  ...(0 < contracts.length ? [{ name: t(IF_CLOSED), value: <Money value={adds} asset="USDT" /> }] : []),
                  ...(owed === '0' ? [] : [{ name: t(OWED), value: <Money value={`-${owed}`} asset="USDT" /> }]),
                  { name: t('common:word.total'), value: <Money value={total} asset="USDT" />, total: true },
                ]}
              >
                {t('funds:summary.whyText')}
              </Why>
            )}
          </div>
          <TotalWorth balances={list.state === 'ready' ? list.value : undefined} size="xxxl" />
        </div>
        <div className={styles.actions}>
          <LinkButton
            href="/profile/balance"
            icon={ArrowDownToLine}
            variant={book === 'real' ? 'primary' : 'secondary'}
          >
            {t('wallet:deposit.title')}
          </LinkButton>
          <LinkButton href="/profile/balance2" icon={ArrowUpFromLine}>
            {t('wallet:withdraw.title')}
          </LinkButton>
          <LinkButton href="/profile/exchange" icon={ArrowLeftRight}>
            {t('shell:nav.convert')}
          </LinkButton>
        </div>
        <dl className={styles.parts}>
          {shown.map(({ id, name, value }) => (
            <div key={id}>
              <dt className={styles.name}>{name}</dt>
              <dd className={styles.part}>
                {value === undefined ? <Skeleton width="1rem" /> : <Figure value={value} places={2} asset="USDT" />}
              </dd>
            </div>
          ))}
          {0 < contracts.length && (
            <div>
              <dt className={styles.name}>{t(IF_CLOSED)}</dt>
              <dd className={styles.part}>
                <ContractsAdd />
              </dd>
            </div>
          )}
          {owed !== '0' && (
            <div>
              <dt className={styles.name}>{t(OWED)}</dt>
              <dd className={styles.part}>
                <Owed owed={owed} />
              </dd>
            </div>
          )}
        </dl>
        {worth !== undefined && 0 < worth.unpriced.length && (
          <p className={styles.note}>{t('funds:summary.unpriced', { assets: format.list(worth.unpriced) })}</p>
        )}
      </Card>
    </Section>
  );
}

/** Plans and pledges are shown once they hold something. */
function partsOf(worth: Worth | undefined, t: ReturnType<typeof useT>) {
  const parts = [
    { id: 'available', name: t('account:balances.available'), value: worth?.available },
    { id: 'orders', name: t('funds:summary.inOrders'), value: worth?.inOrders },
    { id: 'positions', name: t('funds:summary.inPositions'), value: worth?.inPositions },
  ];
  if (worth === undefined) return parts;
  const { inPlans, pledged } = worth;
  return [
    ...parts,
    ...(inPlans === '0' ? [] : [{ id: 'plans', name: t('account:balances.plan'), value: inPlans }]),
    ...(pledged === '0' ? [] : [{ id: 'pledged', name: t('account:balances.collateral'), value: pledged }]),
  ];
}
