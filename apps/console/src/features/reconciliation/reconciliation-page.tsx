import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, EmptyState, KeyValue, Page, PageHead, SkeletonBlock } from '@glasshouse/ui';
import { RefreshCw } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { Person } from '../../parts/people/person.tsx';
import { Evidence, Panel } from '../../parts/records/evidence.tsx';
import { useMay } from '../../session/session.ts';
import styles from './reconciliation-page.module.css';

type Assets = OperatorResultOf<'getReconciliation'>['assets'];

/** The ledger against the chains: per asset, with every part of the difference named. */
export function ReconciliationPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const query = useQuery({
    queryKey: ['getReconciliation'],
    queryFn: ({ signal }) => fetchCall('getReconciliation', { signal }),
  });
  return (
    <Page>
      <PageHead
        title={t('console:page.reconciliation')}
        note={query.data && t('console:reconciliation.at', { time: format.dateTime(query.data.at) })}
        actions={
          <Button icon={RefreshCw} loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('console:queue.refresh')}
          </Button>
        }
      />
      {may('deposits.read') && <Alarms />}
      {query.isPending && <SkeletonBlock height="3.2rem" />}
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {query.data?.assets.length === 0 && (
        <EmptyState title={t('console:reconciliation.empty')}>{t('console:reconciliation.emptyText')}</EmptyState>
      )}
      {query.data && (
        <Evidence>
          {query.data.assets.map((asset) => (
            <AssetPanel key={asset.symbol} asset={asset} />
          ))}
        </Evidence>
      )}
    </Page>
  );
}

function AssetPanel({ asset }: { asset: Assets[number] }) {
  const t = useT();
  const format = useFormat();
  // The asset stands above.
  const money = (value: string) => format.number(value, { min: 2, max: 8 });
  const isEven = asset.difference !== null && Number(asset.difference) === 0;
  return (
    <Panel
      level={2}
      title={asset.symbol}
      aside={
        asset.difference === null ? (
          <Badge>{t('console:reconciliation.unseen')}</Badge>
        ) : (
          <Badge tone={isEven ? 'success' : 'warning'}>
            {isEven ? t('console:reconciliation.even') : format.signedMoney(asset.difference, asset.symbol)}
          </Badge>
        )
      }
    >
      <KeyValue
        dense
        {...(styles.sums !== undefined && { className: styles.sums })}
        rows={[
          { id: 'ledger', name: t('console:reconciliation.ledger'), value: money(asset.ledger), strong: true },
          ...asset.parts.map((part) => ({
            id: part.part,
            name: t(`console:reconciliation.part.${part.part}`),
            value: money(part.amount),
          })),
          {
            id: 'chain',
            name: t('console:reconciliation.onChain'),
            value: asset.onChain === null ? '–' : money(asset.onChain),
            strong: true,
          },
          ...asset.networks.map((network) => ({
            id: `network ${network.network}`,
            name: t('console:reconciliation.network', { network: network.network, count: network.addresses }),
            value: network.balance === null ? '–' : money(network.balance),
            tone: 'muted' as const,
          })),
          { id: 'in', name: t('console:reconciliation.credited'), value: money(asset.credited) },
          { id: 'out', name: t('console:reconciliation.paidOut'), value: money(asset.paidOut) },
          { id: 'fees', name: t('console:reconciliation.fees'), value: money(asset.fees) },
          ...(asset.onChainAt === null
            ? []
            : [{ id: 'at', name: t('console:reconciliation.seenAt'), value: format.dateTime(asset.onChainAt) }]),
        ]}
      />
    </Panel>
  );
}

/** What the watchers reported and nobody has settled. */
function Alarms() {
  const t = useT();
  const format = useFormat();
  const query = useQuery({
    queryKey: ['listFundingAlarms'],
    queryFn: ({ signal }) => fetchCall('listFundingAlarms', { signal }),
  });
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <div className={styles.alarms}>
      <Panel level={2} wide title={t('console:alarms.title')} aside={<Badge tone="danger">{query.data.length}</Badge>}>
        <KeyValue
          rows={query.data.map((alarm) => ({
            id: alarm.id,
            name: (
              <>
                <Link
                  className={styles.link}
                  href={`/${alarm.subject === 'deposit' ? 'deposits' : 'withdrawals'}?view=all&item=${alarm.subjectId}`}
                >
                  {t(`console:alarms.${alarm.kind}`)}
                </Link>{' '}
                <Person person={alarm.user} />
              </>
            ),
            value: `${format.money(alarm.amount, alarm.symbol)} · ${format.dateTime(alarm.at)}`,
          }))}
        />
      </Panel>
    </div>
  );
}
