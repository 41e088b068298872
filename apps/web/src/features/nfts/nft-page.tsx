import type { ResultOf } from '@glasshouse/api';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { Card, KeyValue, type KeyValueRow, Page, PageHead, Section, SkeletonBlock } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useRoute } from 'wouter';
import { fetchResult } from '../../api/client.ts';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { Money } from '../../parts/money/money.tsx';
import { NotHere } from '../../parts/page/not-here.tsx';
import { VisitorGate } from '../../parts/ticket/visitor-gate.tsx';
import { BuyTicket } from './buy-ticket.tsx';
import { CharityAccount } from './charity-account.tsx';
import styles from './nfts.module.css';
import { localeOf, StateBadge, Untranslated } from './work-words.tsx';

type NftResult = ResultOf<'getNftById'>;

/** One work: the picture, what it is, the ticket, the charity and its account. */
export function NftPage() {
  const { t, language } = useTranslator();
  const [, params] = useRoute<{ id: string }>('/nfts/:id');
  const id = /^[1-9]\d{0,14}$/.test(params?.id ?? '') ? Number(params?.id) : Number.MAX_SAFE_INTEGER;
  const query = useQuery({
    queryKey: ['nft', id, language],
    queryFn: ({ signal }) => fetchResult('getNftById', { params: { id }, signal }),
  });
  const shown = loadable(query);
  return (
    <Page>
      {shown.state === 'error' && (
        <>
          <PageHead title={t('nfts:title')} actions={<LinkButton href="/nfts">{t('nfts:works')}</LinkButton>} />
          <NotHere {...shown} href="/nfts" label={t('nfts:works')} />
        </>
      )}
      {shown.state === 'loading' && <SkeletonBlock height="6rem" />}
      {shown.state === 'ready' && <Whole {...shown.value} refresh={() => void query.refetch()} />}
    </Page>
  );
}

function Whole({ listing, charity, refresh }: NftResult & { refresh: () => void }) {
  const { t } = useTranslator();
  const isIn = useSession() !== undefined;
  const words = localeOf(listing.language);
  return (
    <>
      <PageHead
        title={
          <span lang={words.lang} dir="auto">
            {listing.name}
          </span>
        }
        note={t('nfts:for', { charity: charity.name })}
        actions={
          <>
            <StateBadge state={listing.state} />
            <LinkButton href="/nfts">{t('nfts:works')}</LinkButton>
          </>
        }
      />
      <div className={styles.columns}>
        <figure className={styles.wall}>
          <img src={listing.image} alt={listing.name} className={styles.large} />
        </figure>
        <div className={styles.side}>
          {isIn ? (
            <RealGate text={t('nfts:gate')}>
              <BuyTicket work={listing} onBought={refresh} />
            </RealGate>
          ) : (
            <Card>
              <VisitorGate />
            </Card>
          )}
          <p className={styles.note}>{t('nfts:what')}</p>
        </div>
      </div>
      <Section>
        <div className={styles.words} lang={words.lang} dir={words.dir}>
          {listing.text}
        </div>
        <Untranslated shown={listing.language} className={styles.note} />
      </Section>
      <Charity charity={charity} />
      <CharityAccount charity={charity.id} asset={charity.asset} />
    </>
  );
}

function Charity({ charity }: { charity: NftResult['charity'] }) {
  const { t } = useTranslator();
  const format = useFormat();
  const words = localeOf(charity.language);
  const { asset, lastPaidAt } = charity;
  const rows: (KeyValueRow | false)[] = [
    { id: 'raised', name: t('nfts:raised'), value: <Money value={charity.raised} asset={asset} /> },
    { id: 'paid', name: t('nfts:paidOut'), value: <Money value={charity.paidOut} asset={asset} /> },
    { id: 'held', name: t('nfts:held'), value: <Money value={charity.held} asset={asset} />, strong: true },
    charity.registration !== null && {
      id: 'registration',
      name: t('nfts:registration'),
      value: <bdi>{charity.registration}</bdi>,
    },
    charity.website !== null && {
      id: 'website',
      name: t('nfts:website'),
      value: (
        <a href={charity.website} rel="noopener noreferrer" target="_blank" dir="ltr" className={styles.link}>
          {charity.website}
        </a>
      ),
    },
  ];
  return (
    <Section
      title={
        <span lang={words.lang} dir="auto">
          {charity.name}
        </span>
      }
      note={lastPaidAt === null ? t('nfts:never') : t('nfts:lastPaid', { date: format.date(lastPaidAt) })}
    >
      <div className={styles.words} lang={words.lang} dir={words.dir}>
        {charity.text}
      </div>
      <Untranslated shown={charity.language} className={styles.note} />
      <Card>
        <KeyValue rows={rows.filter((row) => row !== false)} />
      </Card>
    </Section>
  );
}
