import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { BottomSheet, Button, KeyValue, type KeyValueRow, Skeleton, Why } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { CostSteps } from '../../parts/statement/cost-steps.tsx';
import { statementHref } from '../../parts/statement/statement-href.ts';
import type { CostHolding } from '../../parts/statement/use-cost-basis.ts';
import { AverageCost } from './average-cost.tsx';
import styles from './coins.module.css';

interface AssetDialogProps {
  readonly asset: string;
  /** What a coin cost; USDT costs nothing. */
  readonly cost: CostHolding | undefined;
  readonly onClose: () => void;
}

/** `held` is `reserved` by its former name. */
type AmountField = Exclude<keyof ResultOf<'getAsset'>, 'asset' | 'held' | 'valueUsdt'>;

/** Always shown; the other parts once they hold something, so that rows stay few. */
const ALWAYS: ReadonlySet<string> = new Set(['available', 'total']);

/** One asset: what each part of its balance is reserved for, and what it cost. */
export function AssetDialog({ asset, cost, onClose }: AssetDialogProps) {
  const t = useT();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('asset', book, asset),
    queryFn: ({ signal }) => fetchResult('getAsset', { params: { id: asset }, signal }),
  });
  const detail = loadable(query);
  const [isExplained, setExplained] = useState(false);
  const names: Readonly<Record<AmountField, string>> = {
    available: t('account:balances.available'),
    reserved: t('funds:asset.held'),
    inOrders: t('funds:asset.inOrders'),
    margin: t('funds:asset.margin'),
    inPlans: t('funds:asset.inPlans'),
    collateral: t('account:balances.collateral'),
    total: t('common:word.total'),
  };
  const rows = (Object.keys(names) as AmountField[]).map((id) => ({ id, name: names[id], strong: id === 'total' }));
  return (
    <BottomSheet
      open
      onClose={onClose}
      width="s"
      title={asset}
      description={t('funds:asset.text')}
      closeLabel={t('common:action.close')}
      footer={
        <LinkButton full href={statementHref({ asset })} onClick={onClose}>
          {t('account:balances.seeLines')}
        </LinkButton>
      }
    >
      {detail.state === 'error' && <FailureNote failure={detail.failure} retry={detail.retry} />}
      {detail.state === 'loading' && (
        <KeyValue rows={rows.map((row) => ({ ...row, value: <Skeleton width="1rem" /> }))} />
      )}
      {detail.state === 'ready' && (
        <KeyValue
          rows={[
            ...rows
              .filter(({ id }) => ALWAYS.has(id) || detail.value[id] !== '0')
              .map((row) => ({ ...row, value: <Money value={detail.value[row.id]} asset={asset} /> })),
            {
              id: 'value',
              name: t('account:balances.value'),
              value:
                detail.value.valueUsdt === null ? (
                  t('funds:asset.noPrice')
                ) : (
                  <Money value={detail.value.valueUsdt} asset="USDT" />
                ),
            },
            ...costRows(),
          ]}
        />
      )}
      {cost !== undefined && (
        <Button size="s" className={styles.steps} onClick={() => setExplained(true)}>
          {t('funds:cost.steps', { asset })}
        </Button>
      )}
      {isExplained && <CostSteps asset={asset} onClose={() => setExplained(false)} />}
    </BottomSheet>
  );

  function costRows(): readonly KeyValueRow[] {
    if (cost === undefined) return [];
    return [
      {
        id: 'average',
        name: t('funds:cost.average'),
        why: (
          <Why label={t('funds:cost.how')} title={t('funds:cost.how')}>
            {t('funds:cost.howText')}
          </Why>
        ),
        value: <AverageCost value={cost.averageCost} />,
      },
      { id: 'cost', name: t('funds:cost.cost'), value: <Money value={cost.cost} asset="USDT" /> },
    ];
  }
}
