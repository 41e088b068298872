import { Button, Card, EmptyState, Section, Select, Stack } from '@glasshouse/ui';
import { ReceiptText } from '@glasshouse/ui/icon/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { loadable } from '../../api/loadable.ts';
import { fetchResult } from '../../api/queries.ts';
import { useTranslator } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { useBook } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { LinesTable } from '../../shared/lines-table.tsx';
import { privateKey } from '../../shared/query-keys.ts';
import { reasonWords } from '../../shared/statement-words.ts';
import { useBalances } from '../../shared/use-balances.ts';
import styles from './statement.module.css';

const PAGE = 50;
const ANY = 'any';
const DAY_MS = 86_400_000;
const SPANS = { any: undefined, '1': 1, '7': 7, '30': 30 } as const;
type Span = keyof typeof SPANS;
/** Reasons that appear in a user's statement in this release. */
const REASONS = [
  'demo.grant',
  'demo.reset',
  'options.stake',
  'options.stakeBack',
  'options.win',
  'options.lose',
  'options.draw',
  'options.fee',
  'options.refund',
  'contracts.margin',
  'contracts.hold',
  'contracts.release',
  'contracts.fee',
  'contracts.marginBack',
  'contracts.profit',
  'contracts.loss',
  'contracts.financing',
] as const;

interface LinesProps {
  readonly asset: string | undefined;
  readonly onAsset: (asset: string | undefined) => void;
}

/** Every ledger line, newest first, page by page. */
export function Lines({ asset, onAsset }: LinesProps) {
  const translator = useTranslator();
  const { t } = translator;
  const book = useBook();
  const [reason, setReason] = useState<string>(ANY);
  const [span, setSpan] = useState<Span>('any');
  const from = useMemo(() => {
    const days = SPANS[span];
    return days === undefined ? undefined : new Date(serverNow() - days * DAY_MS).toISOString();
  }, [span]);
  const balances = useBalances();
  const query = useInfiniteQuery({
    queryKey: privateKey('statement', book, asset, reason, from),
    queryFn: ({ pageParam, signal }) => {
      const filters = {
        limit: PAGE,
        ...(asset !== undefined && { asset }),
        ...(reason !== ANY && { reason }),
        ...(from !== undefined && { from }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      return fetchResult('listStatement', { query: filters, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const list = loadable(query);
  const assets = [...new Set((balances.data?.items ?? []).map((balance) => balance.asset))];
  return (
    <Section title={t('account:statement.title')} note={t('account:statement.text')}>
      <Stack row wrap gap={3} className={styles.filters}>
        <Select
          label={t('account:statement.reason')}
          hideLabel
          value={reason}
          onChange={setReason}
          options={[
            { value: ANY, label: t('account:statement.allReasons') },
            ...REASONS.map((name) => ({ value: name, label: reasonWords(translator, name) })),
          ]}
        />
        <Select
          label={t('account:balances.asset')}
          hideLabel
          value={asset ?? ANY}
          onChange={(next) => onAsset(next === ANY ? undefined : next)}
          options={[
            { value: ANY, label: t('account:statement.allAssets') },
            ...assets.map((name) => ({ value: name, label: name })),
          ]}
        />
        <Select
          label={t('account:statement.time')}
          hideLabel
          value={span}
          onChange={setSpan}
          options={[
            { value: 'any', label: t('account:statement.anyTime') },
            { value: '1', label: t('account:statement.last24h') },
            { value: '7', label: t('account:statement.last7d') },
            { value: '30', label: t('account:statement.last30d') },
          ]}
        />
      </Stack>
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <Card flush>
          <LinesTable
            lines={list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : undefined}
            empty={<EmptyState compact icon={ReceiptText} title={t('account:statement.empty')} />}
          />
          {query.hasNextPage && (
            <div className={styles.more}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('common:action.showMore')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Section>
  );
}
