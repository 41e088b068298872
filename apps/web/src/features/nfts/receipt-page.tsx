import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { Banner, Button, Card, KeyValue, Page, PageHead, SkeletonBlock, Stack } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { NotHere } from '../../parts/page/not-here.tsx';
import { LinesTable } from '../../parts/statement/lines-table.tsx';
import styles from './nfts.module.css';

/** One purchase, verified in this browser, with its ledger lines. */
export function ReceiptPage({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const query = useQuery({
    queryKey: privateKey('nfts', 'real', 'receipt', id),
    queryFn: async ({ signal }) => {
      const [evidence, keys] = await Promise.all([
        fetchResult('getMyNft', { params: { id }, signal }),
        fetchResult('listPublicKeys', { signal }),
      ]);
      const trusted = keys.map(({ publicKey }) => publicKey);
      return { evidence, isProved: verifyEvidence(evidence, trusted).answer === 'holds' };
    },
  });
  const found = loadable(query);
  const serials = ({ serial, quantity }: { readonly serial: number; readonly quantity: number }): string =>
    quantity === 1
      ? t('nfts:number', { serial: format.number(serial) })
      : t('nfts:numbers', { first: format.number(serial), last: format.number(serial + quantity - 1) });
  const file = `glasshouse-nft-${id}.json`;
  return (
    <Page width="reading">
      <PageHead
        title={`${t('nfts:receipt')} ${id === 0 ? '' : id}`.trim()}
        actions={<LinkButton href="/nfts/mine">{t('nfts:mine')}</LinkButton>}
      />
      {found.state === 'error' && <NotHere {...found} order={id} href="/nfts/mine" label={t('nfts:mine')} />}
      {found.state === 'loading' && <SkeletonBlock height="3.2rem" />}
      {found.state === 'ready' && (
        <Stack gap={5}>
          <Card>
            <KeyValue
              rows={[
                { id: 'work', name: t('nfts:work'), value: <bdi>{found.value.evidence.promise.name}</bdi> },
                {
                  id: 'charity',
                  name: t('nfts:toCharity'),
                  value: <bdi>{found.value.evidence.promise.charity.name}</bdi>,
                },
                {
                  id: 'next',
                  name: t('nfts:certificate'),
                  value: serials(found.value.evidence.nft),
                },
                { id: 'at', name: t('common:word.time'), value: format.dateTime(found.value.evidence.nft.at) },
                {
                  id: 'paid',
                  name: t('nfts:price'),
                  value: <Money value={found.value.evidence.nft.paid} asset={found.value.evidence.nft.asset} />,
                  strong: true,
                },
              ]}
            />
          </Card>
          <Banner kind={found.value.isProved ? 'success' : 'danger'}>
            {t(found.value.isProved ? 'nfts:proved' : 'nfts:notProved')}
          </Banner>
          <Button
            icon={Download}
            onClick={() =>
              saveFile(
                file,
                new Blob([JSON.stringify(found.value.evidence, undefined, 2)], { type: 'application/json' }),
              )
            }
          >
            {t('nfts:download')}
          </Button>
          <p className={styles.note}>
            {t('nfts:offline')}
            <code dir="ltr" className={styles.command}>
              npm run glasshouse -- verify-receipt {file}
            </code>
          </p>
          <Card flush>
            <LinesTable
              lines={found.value.evidence.lines}
              names={{
                [`charity.${found.value.evidence.promise.charity.id}`]: found.value.evidence.promise.charity.name,
              }}
            />
          </Card>
        </Stack>
      )}
    </Page>
  );
}
