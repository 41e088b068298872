import { BottomSheet, Button, Card, Page } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { InstrumentHead, type MarketInfo } from '../../shared/chart/instrument-head.tsx';
import { PricePanel } from '../../shared/chart/price-panel.tsx';
import styles from './currency-page.module.css';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { OptionsTicket } from './ticket/options-ticket.tsx';
import { type Direction, useTicket } from './ticket/use-ticket.ts';
import { useEntryLines } from './use-entry-lines.ts';

/** Chart on top, orders below, and the ticket in a sheet that the thumb opens. */
export function MobileCurrency({ info }: { info: MarketInfo }) {
  const t = useT();
  const ticket = useTicket(info);
  const session = useSession();
  const lines = useEntryLines(info.code);
  const [open, setOpen] = useState(false);
  const start = (direction: Direction) => {
    ticket.setDirection(direction);
    setOpen(true);
  };
  return (
    <Page width="wide" className={styles.mobile}>
      <InstrumentHead info={info} />
      <Card flush className={styles.mobileChart}>
        <PricePanel
          code={info.code}
          name={info.appName}
          precision={info.precision}
          source={info.source}
          lines={lines}
        />
      </Card>
      {session !== undefined && (
        <Card flush>
          <OrdersPanel />
        </Card>
      )}
      {info.options.enabled && (
        <div className={styles.bar}>
          <Button variant="up" size="l" icon={ArrowUpRight} onClick={() => start('up')}>
            {t('trade:options.up')}
          </Button>
          <Button variant="down" size="l" icon={ArrowDownRight} onClick={() => start('down')}>
            {t('trade:options.down')}
          </Button>
        </div>
      )}
      <BottomSheet
        open={open}
        onClose={() => setOpen(false)}
        title={`${t('trade:options.title')} · ${info.appName}`}
        closeLabel={t('common:action.close')}
      >
        <OptionsTicket info={info} ticket={ticket} onDone={() => setOpen(false)} />
      </BottomSheet>
    </Page>
  );
}
