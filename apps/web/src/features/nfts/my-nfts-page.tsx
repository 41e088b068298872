import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Button, Card, EmptyState, Page, PageHead, SkeletonBlock } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import styles from './nfts.module.css';
import { ShareDialog } from './share-dialog.tsx';
import { localeOf, type Owned } from './work-words.tsx';

const OWNED_FIRST = 24;

/** What the person owns, with receipt and certificate. */
export function MyNftsPage() {
  const { t, language } = useTranslator();
  const [sharing, setSharing] = useState<{ readonly id: number; readonly serial: number }>();
  const pages = useInfiniteQuery({
    queryKey: privateKey('nfts', 'real', language),
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listMyNfts', { query: { limit: OWNED_FIRST, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const owned = pages.data?.pages.flatMap(({ items }) => items);
  const chosen = owned?.find(({ id, serial }) => id === sharing?.id && serial === sharing.serial);
  return (
    <Page>
      <PageHead title={t('nfts:mine')} actions={<LinkButton href="/nfts">{t('nfts:works')}</LinkButton>} />
      {pages.error !== null && !pages.isFetchNextPageError && (
        <FailureNote failure={failureOf(pages.error)} retry={() => void pages.refetch()} />
      )}
      {pages.isPending && <SkeletonBlock height="3.6rem" />}
      {owned?.length === 0 && (
        <Card>
          <EmptyState
            title={t('nfts:mineEmpty')}
            action={
              <LinkButton href="/nfts" variant="primary">
                {t('nfts:works')}
              </LinkButton>
            }
          >
            {t('nfts:mineEmptyText')}
          </EmptyState>
        </Card>
      )}
      {owned !== undefined && 0 < owned.length && (
        <ul className={styles.gallery}>
          {owned.map((nft) => (
            <li key={`${nft.id} ${nft.serial}`} className={styles.item}>
              <Mine nft={nft} onShare={() => setSharing(nft)} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
      {chosen !== undefined && (
        <ShareDialog nft={chosen} onClose={() => setSharing(undefined)} onChanged={() => void pages.refetch()} />
      )}
    </Page>
  );
}

function Mine({ nft, onShare }: { nft: Owned; onShare: () => void }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { listing, serial, paid, boughtAt, id } = nft;
  return (
    <>
      <span className={styles.frame}>
        <img src={listing.image} alt="" className={styles.picture} loading="lazy" decoding="async" />
      </span>
      <span className={styles.label}>
        <span className={styles.name} {...localeOf(listing.language)}>
          {listing.name}
        </span>
        <span className={styles.row}>
          <span className={styles.price}>
            {t('nfts:numberOf', {
              serial: format.number(String(serial)),
              supply: format.number(String(listing.supply)),
            })}
          </span>
          <span className={styles.note} translate="no">
            {format.money(paid, listing.asset)}
          </span>
        </span>
        <span className={styles.note}>
          {t('nfts:for', { charity: listing.charity.name })} · {format.date(boughtAt)}
        </span>
        <span className={styles.actions}>
          <Button size="s" variant="primary" onClick={onShare}>
            {t('nfts:share')}
          </Button>
          <LinkButton size="s" href={`/nfts/receipt/${id}`}>
            {t('nfts:receipt')}
          </LinkButton>
        </span>
      </span>
    </>
  );
}
