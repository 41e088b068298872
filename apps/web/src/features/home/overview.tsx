import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { changeDerivation } from '@glasshouse/rules/derivations/orders';
import type { Derived as Derivation } from '@glasshouse/rules/derivations/terms';
import { Skeleton } from '@glasshouse/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useBalances } from '../../parts/money/use-balances.ts';
import { DayNet } from '../../parts/orders/day-net.tsx';
import { useLiveContracts, useLiveOptions } from '../../parts/orders/live-orders.ts';
import { OpenResult } from '../../parts/orders/open-result-figure.tsx';
import { OpenRows } from '../../parts/orders/open-rows.tsx';
import { useToday } from '../../parts/orders/use-today.ts';
import { useTotalWorth } from '../../parts/portfolio/total-worth.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { keepHeight } from './kept-height.ts';
import { lastVisit, rememberVisit } from './last-visit.ts';
import styles from './overview.module.css';

const NONE: readonly never[] = [];
/** The portfolio has them all. */
const SHOWN = 6;

/** What members ask first: what all would come to, today's result, what changed, what is open. */
export function Overview({ onReady }: { readonly onReady: () => void }) {
  const t = useT();
  const format = useFormat();
  const contracts = useLiveContracts('open').data;
  const options = useLiveOptions().data;
  const today = useToday();
  const count = contracts === undefined || options === undefined ? undefined : contracts.length + options.length;
  const place = useRef<HTMLDivElement>(null);
  const isReady = count !== undefined && today !== undefined;
  useEffect(() => {
    if (!isReady || place.current === null) return;
    onReady();
    const sizes = new ResizeObserver(([entry]) => {
      if (entry !== undefined) keepHeight(window.innerWidth, Math.ceil(entry.contentRect.height));
    });
    sizes.observe(place.current);
    return () => sizes.disconnect();
  }, [isReady, onReady]);
  return (
    <div ref={place}>
      <dl className={styles.facts}>
        <Fact name={t('portfolio:openResult')}>
          {count !== undefined && <OpenResult contracts={contracts ?? NONE} options={options ?? NONE} />}
        </Fact>
        <Fact name={t('portfolio:today')}>
          {today !== undefined && <DayNet day={today} name={t('portfolio:today')} />}
        </Fact>
        <Since />
        <Fact name={t('portfolio:counts')}>
          {count !== undefined && (
            <Link href="/portfolio" className={styles.link}>
              {format.number(count)}
            </Link>
          )}
        </Fact>
      </dl>
      {count !== undefined && 0 < count && (
        <ul aria-label={t('portfolio:counts')} className={styles.open}>
          <OpenRows contracts={contracts ?? NONE} options={options ?? NONE} max={SHOWN} />
        </ul>
      )}
    </div>
  );
}

/** A price renders this part alone. */
function Since() {
  const t = useT();
  const format = useFormat();
  const since = useSince();
  if (since === undefined) return null;
  const name = t('home:since', { time: format.relative(since.at, serverNow()) });
  return (
    <Fact name={name}>
      <Derived derivation={since.change} name={name} places={2} asset="USDT" coloured rounding="half" />
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children === false || children === undefined ? <Skeleton width="0.8rem" height="0.2rem" /> : children}</dd>
    </div>
  );
}

/** How the total value differs from the visit before, deposits and withdrawals included. */
function useSince(): { readonly at: number; readonly change: Derivation } | undefined {
  const userId = useSession()?.user.id;
  const book = useBook();
  const total = useTotalWorth(useBalances().data);
  const [before, setBefore] = useState<ReturnType<typeof lastVisit>>();
  useEffect(() => setBefore(userId === undefined ? undefined : lastVisit(userId, book)), [userId, book]);
  useEffect(() => {
    if (userId !== undefined && total !== undefined) {
      rememberVisit(userId, book, { at: serverNow(), total });
    }
  }, [userId, book, total]);
  if (before === undefined || total === undefined) return undefined;
  return { at: before.at, change: changeDerivation({ first: before.total, last: total }) };
}
