import { Card, Page } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { InstrumentHead, type MarketInfo } from '../../shared/chart/instrument-head.tsx';
import { PricePanel } from '../../shared/chart/price-panel.tsx';
import styles from './currency-page.module.css';
import { MarketsPane } from './markets-pane.tsx';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { OptionsTicket } from './ticket/options-ticket.tsx';
import { useTicket } from './ticket/use-ticket.ts';
import { useEntryLines } from './use-entry-lines.ts';

/** Three panes: markets where there is room for them, chart over orders, and the ticket. */
export function DesktopCurrency({ info }: { info: MarketInfo }) {
  const t = useT();
  const ticket = useTicket(info);
  const session = useSession();
  const lines = useEntryLines(info.code);
  return (
    <Page width="wide" className={styles.desk}>
      <Card className={styles.head}>
        <InstrumentHead info={info} />
      </Card>
      <MarketsPane code={info.code} type={info.type} className={styles.markets} />
      <div className={styles.middle}>
        <Card flush className={styles.chart}>
          <PricePanel
            code={info.code}
            name={info.appName}
            precision={info.precision}
            source={info.source}
            lines={lines}
          />
        </Card>
        {session !== undefined && (
          <Card flush className={styles.orders}>
            <OrdersPanel />
          </Card>
        )}
      </div>
      <Card demo={session !== undefined && ticket.book === 'demo'} className={styles.ticket}>
        <h2 className={styles.ticketTitle}>{t('trade:options.title')}</h2>
        <OptionsTicket info={info} ticket={ticket} />
      </Card>
    </Page>
  );
}
