import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { InstrumentLogo, Skeleton } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { marketSnapshot, useMarketScope } from '../../live/market.ts';
import { LiveChange, LivePrice, LiveSparkline } from '../../parts/market/live-cells.tsx';
import { marketHref } from '../../parts/market/market-href.ts';
import styles from './movers.module.css';

/** Which markets move most is asked again; their prices move by themselves. */
const AGAIN_MS = 60_000;
const SHOWN = 6;
const PLACES = Array.from({ length: SHOWN }, (_, place) => place);

/** The markets that rose and fell most over 24 hours, of all types. */
export function Movers() {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['movers'],
    queryFn: async ({ signal }) => {
      const rows = await fetchResult('listMovers', { query: { limit: SHOWN }, signal });
      marketSnapshot.applyList(rows);
      return rows;
    },
    refetchInterval: AGAIN_MS,
  });
  useMarketScope(
    useMemo(() => (data ?? []).map(({ code }) => code), [data]),
    'price',
  );
  // In the first minutes of a server there is nothing to compare with.
  if (data?.length === 0) return null;
  return (
    <section aria-label={t('home:movers')} aria-busy={data === undefined || undefined}>
      <h2 className={styles.title}>{t('home:movers')}</h2>
      <ul className={styles.movers}>
        {data === undefined &&
          PLACES.map((place) => (
            <li key={place} className={styles.mover}>
              <Skeleton width="0.32rem" height="0.32rem" round />
              <Skeleton width="0.8rem" />
              <Skeleton width="0.5rem" height="0.12rem" />
              <Skeleton height="0.36rem" className={styles.spark} />
              <Skeleton width="0.7rem" className={styles.price} />
            </li>
          ))}
        {data?.map((row) => (
          <li key={row.code}>
            <Link href={marketHref(row)} className={styles.mover}>
              <InstrumentLogo code={row.code} src={row.logo ?? undefined} />
              {/* Isolated inside: a name from left to right stays at the start of its line. */}
              <span className={styles.name}>
                <bdi>{row.appName}</bdi>
              </span>
              <LiveChange code={row.code} className={styles.change} />
              <LiveSparkline code={row.code} className={styles.spark} />
              <LivePrice code={row.code} className={styles.price} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
