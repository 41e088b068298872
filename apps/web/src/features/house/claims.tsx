import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { Figure, Seal, Skeleton } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { siteFiguresQuery } from '../../parts/page/site-figures-query.ts';
import styles from './house.module.css';
import type { CheckedHour } from './use-checked-hour.ts';

export type Funds = ResultOf<'getHouseFunds'>;

/** Accounts that hold the yield of plans. */
const isReserve = ({ kind }: Funds['accounts'][number]): boolean => /^(pool\.plan|reserve)/.test(kind);

interface ClaimsProps {
  readonly funds: Funds | undefined;
  readonly hour: CheckedHour;
  readonly checked: number;
}

/** Four claims around one seal; each figure is computed, here or by the call that it names. */
export function Claims({ funds, hour: { marks, state }, checked }: ClaimsProps) {
  const t = useT();
  const format = useFormat();
  const site = useQuery(siteFiguresQuery).data;
  const real = funds?.accounts.filter(({ book }) => book === 'real');
  const sum = (accounts: Funds['accounts'] | undefined): string | undefined =>
    accounts && formatAmount(accounts.reduce((total, { promised }) => add(total, amountOf(promised)), ZERO));
  const fee = site?.fee;
  return (
    <section className={styles.window} aria-label={t('account:house.claims')}>
      <Claim
        name={t('account:house.prices')}
        value={<bdi dir="ltr">{`${format.number(checked)} / ${format.number(marks.length)}`}</bdi>}
        text={t('account:house.pricesText')}
      />
      <Claim
        name={t('account:house.reserved')}
        value={real && <Figure value={sum(real.filter((line) => !isReserve(line)))} places={2} asset={funds?.asset} />}
        text={t('account:house.reservedText')}
      />
      <Claim
        name={t('site:figures.fee')}
        value={fee === undefined ? undefined : fee === null ? t('common:word.none') : format.percent(fee.rate)}
        text={t('site:figures.feeHow')}
      />
      <Claim
        name={t('plans:promised')}
        value={real && <Figure value={sum(real.filter(isReserve))} places={2} asset={funds?.asset} />}
        text={t('account:house.yieldText')}
      />
      <span className={styles.cross}>
        <Seal state={state === 'checking' ? 'open' : state} size="xl" />
      </span>
    </section>
  );
}

interface ClaimProps {
  readonly name: string;
  /** Undefined until it is known. */
  readonly value: ReactNode;
  readonly text: string;
}

const Claim = ({ name, value, text }: ClaimProps) => (
  <div className={styles.claim}>
    <p className={styles.claimName}>{name}</p>
    <p className={styles.claimValue}>{value ?? <Skeleton width="1.2rem" height="0.28rem" />}</p>
    <p className={styles.claimText}>{text}</p>
  </div>
);
