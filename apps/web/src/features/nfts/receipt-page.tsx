import type { ResultOf } from '@glasshouse/api';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { Button, Page, PageHead, SkeletonBlock } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import { NotHere } from '../../parts/page/not-here.tsx';
import { useEvidenceVerdict } from '../../parts/proofs/use-evidence-verdict.ts';
import { FoldList } from '../../parts/receipts/fold-list.tsx';
import {
  ProofLine,
  ReceiptBeside,
  ReceiptPane,
  ReceiptPath,
  ReceiptSides,
} from '../../parts/receipts/receipt-pane.tsx';
import { LinesTable } from '../../parts/statement/lines-table.tsx';
import { EVIDENCE_WORDS } from './evidence-words.ts';
import styles from './nfts.module.css';

/** One purchase, verified in this browser, with its ledger lines. */
export function ReceiptPage({ id }: { id: number }) {
  const t = useT();
  const query = useQuery({
    queryKey: privateKey('nfts', 'real', 'receipt', id),
    queryFn: async ({ signal }) => {
      const [evidence, keys] = await Promise.all([
        fetchResult('getMyNft', { params: { id }, signal }),
        fetchResult('listPublicKeys', { signal }),
      ]);
      return { evidence, keys: keys.map(({ publicKey }) => publicKey) };
    },
  });
  const found = loadable(query);
  if (found.state === 'ready') return <Receipt id={id} {...found.value} />;
  return (
    <Page>
      <PageHead title={`${t('nfts:receipt')} ${id === 0 ? '' : id}`.trim()} />
      {found.state === 'error' ? (
        <NotHere {...found} order={id} href="/nfts/mine" label={t('nfts:mine')} />
      ) : (
        <SkeletonBlock height="3.2rem" />
      )}
    </Page>
  );
}

interface ReceiptProps {
  readonly id: number;
  readonly evidence: ResultOf<'getMyNft'>;
  readonly keys: readonly string[];
}

function Receipt({ id, evidence, keys }: ReceiptProps) {
  const t = useT();
  const format = useFormat();
  const verdict = useEvidenceVerdict(evidence, keys);
  const serials = ({ serial, quantity }: { readonly serial: number; readonly quantity: number }): string =>
    quantity === 1
      ? t('nfts:number', { serial: format.number(serial) })
      : t('nfts:numbers', { first: format.number(serial), last: format.number(serial + quantity - 1) });
  const file = `glasshouse-nft-${id}.json`;
  const { nft, promise, lines } = evidence;
  const save = (): void =>
    saveFile(file, new Blob([JSON.stringify(evidence, undefined, 2)], { type: 'application/json' }));
  const state = verdict === 'proved' ? 'sealed' : 'broken';
  const found = t(EVIDENCE_WORDS[verdict]);
  return (
    <Page>
      <ReceiptPath href="/nfts/mine">{t('nfts:mine')}</ReceiptPath>
      <ReceiptSides>
        <ReceiptPane
          title={<bdi>{promise.name}</bdi>}
          detail={`${t('nfts:receipt')} ${id}`}
          how={format.dateTime(nft.at)}
          result={<Cents value={nft.paid} asset={nft.asset} name={t('nfts:price')} />}
          sentence={t('nfts:for', { charity: promise.charity.name })}
          seal={{ state, label: found }}
          facts={[
            { id: 'work', name: t('nfts:work'), value: <bdi>{promise.name}</bdi> },
            { id: 'charity', name: t('nfts:toCharity'), value: <bdi>{promise.charity.name}</bdi> },
            { id: 'next', name: t('nfts:certificate'), value: serials(nft) },
            { id: 'at', name: t('common:word.time'), value: format.dateTime(nft.at) },
            { id: 'paid', name: t('nfts:price'), value: <Money value={nft.paid} asset={nft.asset} /> },
          ]}
          line={<ProofLine state={state}>{found}</ProofLine>}
          actions={
            <>
              <LinkButton variant="primary" href="/nfts/mine">
                {t('nfts:mine')}
              </LinkButton>
              <Button icon={Download} onClick={save}>
                {t('nfts:download')}
              </Button>
            </>
          }
        />
        <ReceiptBeside title={t('guide:pane.proof')}>
          <p className={styles.note}>
            {t('nfts:offline')}
            <code dir="ltr" className={styles.command}>
              npm run glasshouse -- verify-receipt {file}
            </code>
          </p>
          <FoldList
            folds={[
              {
                id: 'lines',
                title: t('trade:receipt.ledger'),
                count: lines.length,
                content: (
                  <LinesTable lines={lines} names={{ [`charity.${promise.charity.id}`]: promise.charity.name }} />
                ),
              },
            ]}
          />
        </ReceiptBeside>
      </ReceiptSides>
    </Page>
  );
}
