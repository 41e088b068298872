import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { failureOf } from '@glasshouse/client/failure';
import { Card, EmptyState, Section } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { EarnPage } from '../../parts/page/earn-page.tsx';
import { GallerySkeleton } from './gallery-skeleton.tsx';
import styles from './nfts.module.css';
import { localeOf, StateBadge, type Work } from './work-words.tsx';

const WORKS_FIRST = 24;
const HELP = ['fixed', 'paid', 'verified'] as const;

/** Works of charities, as a gallery shows them: the picture first, then what it is and whose. */
export function NftsPage() {
  const { t, language } = useTranslator();
  const isIn = useSession() !== undefined;
  const pages = useInfiniteQuery({
    queryKey: ['nfts', language],
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listNfts', { query: { limit: WORKS_FIRST, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const works = pages.data?.pages.flatMap(({ items }) => items);
  return (
    <EarnPage
      current="/nfts"
      title={t('nfts:headline')}
      note={t('nfts:text')}
      actions={isIn && <LinkButton href="/nfts/mine">{t('nfts:mine')}</LinkButton>}
    >
      {pages.error !== null && !pages.isFetchNextPageError && (
        <FailureNote failure={failureOf(pages.error)} retry={() => void pages.refetch()} />
      )}
      {pages.isPending && <GallerySkeleton count={3} />}
      {works?.length === 0 && (
        <Card>
          <EmptyState title={t('nfts:empty')}>{t('nfts:emptyText')}</EmptyState>
        </Card>
      )}
      {works !== undefined && 0 < works.length && (
        <ul className={styles.gallery}>
          {works.map((work) => (
            <Item key={work.id} work={work} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
      {works !== undefined && <Help />}
    </EarnPage>
  );
}

/** What holds whatever the work. */
function Help() {
  const { t } = useTranslator();
  return (
    <Section title={t('nfts:help.title')}>
      <Card>
        <ul className={styles.help}>
          <li>{t('nfts:what')}</li>
          {HELP.map((line) => (
            <li key={line}>{t(`nfts:help.${line}`)}</li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function Item({ work }: { work: Work }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <li>
      <Link href={`/nfts/${work.id}`} className={styles.item}>
        <span className={styles.frame}>
          <img src={work.image} alt="" className={styles.picture} loading="lazy" decoding="async" />
        </span>
        <span className={styles.label}>
          <span className={styles.row}>
            <span className={styles.name} {...localeOf(work.language)}>
              {work.name}
            </span>
            <StateBadge state={work.state} />
          </span>
          <span className={styles.note}>{t('nfts:for', { charity: work.charity.name })}</span>
          <span className={styles.row}>
            <span className={styles.price} translate="no">
              {format.money(work.price, work.asset)}
            </span>
            <span className={styles.note}>
              {t('nfts:sold', { sold: format.number(String(work.sold)), supply: format.number(String(work.supply)) })}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
