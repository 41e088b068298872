import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useBook } from '@glasshouse/app/session/session';
import type { PriceAlert } from '@glasshouse/trade/orders';
import { EmptyState, IconButton, SkeletonBlock, Stack } from '@glasshouse/ui';
import { Trash2 } from '@glasshouse/ui/icon/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { marketSnapshot, useMarketScope } from '../../live/market.ts';
import { privateKey } from '../calls/query-keys.ts';
import { useMoneyCall } from '../calls/use-money-call.ts';
import { LivePrice } from '../market/live-cells.tsx';
import { marketHref } from '../market/market-href.ts';
import { alertCondition } from './alert-words.tsx';
import styles from './alerts.module.css';
import { useAlerts } from './use-alerts.ts';

/**
 * Active alerts, each with a button to remove it, and the latest that fired. `code` limits it to
 * one market, below the title of a sheet.
 */
export function AlertList({ code }: { code?: string | undefined }) {
  const Heading = code === undefined ? 'h2' : 'h3';
  const t = useT();
  const ofMarket = (alerts: readonly PriceAlert[]) =>
    code === undefined ? alerts : alerts.filter((alert) => alert.code === code);
  const list = loadable(
    useAlerts(),
    ({ active, fired }) => ofMarket(active).length === 0 && ofMarket(fired).length === 0,
  );
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'loading') return <SkeletonBlock height="0.96rem" />;
  if (list.state === 'empty') {
    return (
      <EmptyState compact title={t('alerts:empty')}>
        {code === undefined && t('alerts:emptyText')}
      </EmptyState>
    );
  }
  return (
    <Stack gap={4}>
      <Group heading={Heading} title={t('alerts:active')} alerts={ofMarket(list.value.active)} />
      <Group heading={Heading} title={t('alerts:fired')} alerts={ofMarket(list.value.fired)} />
    </Stack>
  );
}

interface GroupProps {
  readonly heading: 'h2' | 'h3';
  readonly title: string;
  readonly alerts: readonly PriceAlert[];
}

function Group({ heading: Heading, title, alerts }: GroupProps) {
  const codes = alerts.map((alert) => alert.code).join(' ');
  useMarketScope(useMemo(() => [...new Set(codes.split(' ').filter((code) => code !== ''))], [codes]));
  useEffect(() => {
    for (const alert of alerts) marketSnapshot.introduce(alert.code, alert.precision);
  }, [alerts]);
  if (alerts.length === 0) return null;
  return (
    <section>
      <Heading className={styles.group}>{title}</Heading>
      <ul>
        {alerts.map((alert) => (
          <Item key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}

function Item({ alert }: { alert: PriceAlert }) {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const client = useQueryClient();
  const removing = useMoneyCall('removeAlert');
  const condition = alertCondition(t, format, alert);
  const remove = async () => {
    await removing.submit({ id: alert.id });
    // Refetch even if refused, so that the list is current.
    await client.invalidateQueries({ queryKey: privateKey('alerts', book) });
  };
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Link href={marketHref({ code: alert.code })} className={styles.market}>
          <bdi>{alert.name}</bdi>
        </Link>
        <span>{condition}</span>
        <span className={styles.note}>
          {alert.firedAt === null ? (
            <>
              {t('common:word.now')} <LivePrice code={alert.code} />
            </>
          ) : (
            `${format.dateTime(alert.firedAt)}${alert.tick === null ? '' : ` · #${alert.tick.seq}`}`
          )}
        </span>
        {removing.failure !== undefined && <FailureNote failure={removing.failure} />}
      </div>
      {alert.state === 'active' && (
        <IconButton
          icon={Trash2}
          label={t('alerts:remove', { market: alert.name, condition })}
          disabled={removing.busy}
          onClick={() => void remove()}
        />
      )}
    </li>
  );
}
