import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { Button } from '@glasshouse/ui';
import { BellPlus } from '@glasshouse/ui/icon/icons';
import { useQuote } from '../../live/market.ts';
import { loginHref } from '../account/login-href.ts';
import { useMarketDay } from '../market/use-market-day.ts';
import type { AlertMarket } from './alert-form.tsx';
import styles from './alerts.module.css';
import { useAddAlert } from './use-add-alert.ts';
import { useAlerts } from './use-alerts.ts';

/** Of a closed market: when it opens, in the reader's own time, and an alert of that. */
export function OpeningAlert({ market }: { market: AlertMarket }) {
  const t = useT();
  const format = useFormat();
  const isOpen = useQuote(market.code, (quote) => quote.open);
  const opensAt = useMarketDay(market.code)?.opensAt ?? undefined;
  if (isOpen || opensAt === undefined) return null;
  return (
    <div className={styles.form}>
      <p>{t('alerts:opensHere', { time: format.weekdayTime(opensAt) })}</p>
      <OpeningAlertButton market={market} />
    </div>
  );
}

/** Sets an alert of the opening; visitors log in first and come back here. */
export function OpeningAlertButton({ market }: { market: Pick<AlertMarket, 'code' | 'appName'> }) {
  const t = useT();
  const isVisitor = useSession() === undefined;
  const alerts = useAlerts();
  const add = useAddAlert(market);
  if (isVisitor) {
    return (
      <LinkButton href={loginHref()} icon={BellPlus} full>
        {t('alerts:addOpening')}
      </LinkButton>
    );
  }
  const isSet = alerts.data?.active.some(({ code, opening }) => code === market.code && opening === true) === true;
  return (
    <Button icon={BellPlus} full disabled={isSet} onClick={() => void add()}>
      {t(isSet ? 'alerts:openingSet' : 'alerts:addOpening')}
    </Button>
  );
}
