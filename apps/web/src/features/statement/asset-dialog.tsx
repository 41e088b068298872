import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { BottomSheet, Button, KeyValue, Skeleton } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';

interface AssetDialogProps {
  readonly asset: string;
  readonly onClose: () => void;
  readonly onLines: (asset: string) => void;
}

/** One asset: what each part of its balance is reserved for. */
export function AssetDialog({ asset, onClose, onLines }: AssetDialogProps) {
  const t = useT();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('asset', book, asset),
    queryFn: ({ signal }) => fetchResult('getAsset', { params: { id: asset }, signal }),
  });
  const detail = loadable(query);
  const rows = [
    { id: 'available', name: t('account:balances.available') },
    { id: 'reserved', name: t('funds:asset.held') },
    { id: 'inOrders', name: t('funds:asset.inOrders') },
    { id: 'margin', name: t('funds:asset.margin') },
    { id: 'inPlans', name: t('funds:asset.inPlans') },
    { id: 'collateral', name: t('account:balances.collateral') },
    { id: 'total', name: t('common:word.total'), strong: true },
  ] as const;
  return (
    <BottomSheet
      open
      onClose={onClose}
      width="s"
      title={asset}
      description={t('funds:asset.text')}
      closeLabel={t('common:action.close')}
      footer={
        <Button
          full
          onClick={() => {
            onLines(asset);
            onClose();
          }}
        >
          {t('account:balances.seeLines')}
        </Button>
      }
    >
      {detail.state === 'error' && <FailureNote failure={detail.failure} retry={detail.retry} />}
      {detail.state === 'loading' && (
        <KeyValue rows={rows.map((row) => ({ ...row, value: <Skeleton width="1rem" /> }))} />
      )}
      {detail.state === 'ready' && (
        <KeyValue
          rows={[
            ...rows.map((row) => ({ ...row, value: <Money value={detail.value[row.id]} asset={asset} /> })),
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
          ]}
        />
      )}
    </BottomSheet>
  );
}
