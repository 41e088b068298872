import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import { Banner } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import { estimateState } from './estimate-state.ts';
import styles from './wallet.module.css';

/** The price of an estimate and when it is converted, or why no withdrawal can be requested. */
export function BankEstimate({ bank }: { bank: NonNullable<WithdrawalTerms['bank']> }) {
  const t = useT();
  const format = useFormat();
  const { currency } = bank;
  const spread = format.percent(bank.spread, { max: 4 });
  const state = estimateState(bank, serverNow());
  switch (state.kind) {
    case 'waits':
      return (
        <Banner kind="warning">
          {t('wallet:withdraw.noPriceOpens', { currency, time: format.weekdayTime(state.opensAt) })}
        </Banner>
      );
    case 'none':
      return <Banner kind="warning">{t('wallet:withdraw.noPrice', { currency })}</Banner>;
    case 'closed': {
      const { priceAt, opensAt } = state;
      const times = { at: format.dateTime(priceAt), ago: format.relative(priceAt, serverNow()) };
      const opens = format.weekdayTime(opensAt);
      return <p className={styles.small}>{t('wallet:withdraw.estimateClosed', { ...times, time: opens, spread })}</p>;
    }
    case 'open':
      return <p className={styles.small}>{t('wallet:withdraw.estimateNote', { spread })}</p>;
  }
}
