import { Button } from '@glasshouse/ui';
import { BellPlus } from '@glasshouse/ui/icon/icons';
import { useT } from '../../i18n/language.ts';
import { useQuote } from '../../live/market.ts';
import { useFormat } from '../format.ts';
import { useMarketDay } from '../market/use-market-day.ts';
import type { AlertMarket } from './alert-form.tsx';
import styles from './alerts.module.css';
import { useAddAlert } from './use-add-alert.ts';
import { useAlerts } from './use-alerts.ts';

/** Of a closed market: when it opens, in the reader's own time, and an alert of that. */
export function OpeningAlert({ market }: { market: AlertMarket }) {
  const t = useT();
  const format = useFormat();
  const alerts = useAlerts();
  const add = useAddAlert(market);
  const isOpen = useQuote(market.code, (quote) => quote.open);
  const opensAt = useMarketDay(market.code)?.opensAt ?? undefined;
  if (isOpen || opensAt === undefined) return null;
  const isSet = alerts.data?.active.some(({ code, opening }) => code === market.code && opening === true) === true;
  return (
    <div className={styles.form}>
      <p>{t('market:status.opens', { time: format.weekdayTime(opensAt) })}</p>
      <Button icon={BellPlus} full disabled={isSet} onClick={() => void add()}>
        {t(isSet ? 'alerts:openingSet' : 'alerts:addOpening')}
      </Button>
    </div>
  );
}
