import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { InstrumentLogo, Skeleton } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMarketScope } from '../../live/market.ts';
import { isSimulated } from '../../parts/market/is-simulated.ts';
import { LiveChange, LivePrice, LiveSparkline } from '../../parts/market/live-cells.tsx';
import { marketHref } from '../../parts/market/market-href.ts';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import styles from './hero.module.css';

const TILES = 4;
const PLACES = Array.from({ length: TILES }, (_, index) => index);

/** The first markets of the list as large tiles, so that something moves above the fold. */
export function LiveTiles() {
  const t = useT();
  const { data } = useQuery(marketListQuery(FIRST_TYPE));
  const rows = useMemo(() => data?.slice(0, TILES), [data]);
  useMarketScope(
    useMemo(() => (rows ?? []).map(({ code }) => code), [rows]),
    'price',
  );
  const source = rows?.[0]?.source;
  return (
    <div className={styles.tiles} aria-busy={rows === undefined || undefined}>
      {rows === undefined
        ? PLACES.map((place) => (
            <div key={place} className={styles.tile}>
              <Skeleton width="0.36rem" height="0.36rem" round />
              <Skeleton width="1rem" height="0.16rem" />
              <Skeleton height="0.28rem" className={styles.spark} />
              <span className={styles.figures}>
                <Skeleton width="0.9rem" height="0.16rem" />
              </span>
            </div>
          ))
        : rows.map((row) => (
            <Link key={row.code} href={marketHref(row)} className={styles.tile}>
              <InstrumentLogo code={row.code} src={row.logo ?? undefined} />
              <span className={styles.name}>
                <bdi>{row.appName}</bdi>
              </span>
              <LiveSparkline code={row.code} className={styles.spark} />
              <span className={styles.figures}>
                <LivePrice code={row.code} className={styles.price} />
                <LiveChange code={row.code} />
              </span>
            </Link>
          ))}
      <p className={styles.tilesFoot}>
        {isSimulated(source) && t('shell:banner.simulatedHint')}
        {source === 'replay' && t('shell:banner.replayHint')}
      </p>
    </div>
  );
}
