import { useT } from '@glasshouse/app/language/language';
import { Card, Figure, Section, Skeleton } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useBalances } from '../../parts/money/use-balances.ts';
import { DayNet } from '../../parts/orders/day-net.tsx';
import { OpenResult } from '../../parts/orders/open-result-figure.tsx';
import { useToday } from '../../parts/orders/use-today.ts';
import { useIsMobile } from '../../parts/page/layout.ts';
import { ContractsAdd, IF_CLOSED, TotalWorth, WorthParts } from '../../parts/portfolio/total-worth.tsx';
import { type LiveQueries, orNone } from './live-queries.ts';
import styles from './portfolio.module.css';

/**
 * The value of the book, what of it can be traded with and what is tied up, what is open, and the
 * result of today: each result after all costs.
 */
export function Summary({ contracts, options }: Pick<LiveQueries, 'contracts' | 'options'>) {
  const t = useT();
  const isMobile = useIsMobile();
  const balances = useBalances();
  const today = useToday();
  const isKnown = contracts.data !== undefined && options.data !== undefined;
  const open = orNone(contracts).filter(({ state }) => state === 'open').length;
  // What trading is paid with; an account that never had any has none.
  const usdt = balances.data && (balances.data.items.find(({ asset }) => asset === 'USDT') ?? NO_USDT);
  return (
    <Section aria-label={t('portfolio:title')}>
      <Card className={styles.summary}>
        <Fact
          name={t('account:balances.total')}
          note={
            <>
              {0 < open && (
                <>
                  {t(IF_CLOSED)}: <ContractsAdd />
                </>
              )}
              <WorthParts balances={balances.data} />
            </>
          }
          as="whole"
        >
          <TotalWorth balances={balances.data} size={isMobile ? 'xxl' : 'xxxl'} />
        </Fact>
        <Fact
          name={t('portfolio:available')}
          note={usdt !== undefined && usdt.held !== '0' && <Part name={t('account:balances.held')} value={usdt.held} />}
        >
          {usdt && <Figure value={usdt.available} places={2} asset="USDT" />}
        </Fact>
        <Fact
          name={t('account:balances.margin')}
          note={
            usdt !== undefined &&
            usdt.inOptions !== '0' && <Part name={t('account:balances.inOptions')} value={usdt.inOptions} />
          }
        >
          {usdt && <Figure value={usdt.margin} places={2} asset="USDT" />}
        </Fact>
        <Fact name={t('portfolio:openResult')} note={t('portfolio:afterCosts')}>
          {isKnown && <OpenResult contracts={orNone(contracts)} options={orNone(options)} />}
        </Fact>
        <Fact name={t('portfolio:today')} note={t('portfolio:realised')}>
          {today !== undefined && <DayNet day={today} name={t('portfolio:today')} />}
        </Fact>
      </Card>
    </Section>
  );
}

const NO_USDT = { available: '0', held: '0', margin: '0', inOptions: '0' };

const Part = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <span className={styles.aside}>
    {name}: <Figure value={value} places={2} />
  </span>
);

interface FactProps {
  readonly name: string;
  readonly note?: ReactNode;
  /** Larger, and on a phone in a line of its own. */
  readonly as?: 'whole';
  readonly children: ReactNode;
}

function Fact({ name, note, as, children }: FactProps) {
  const isThere = children !== false && children !== undefined && children !== null;
  return (
    <div className={as && styles[as]} aria-busy={isThere ? undefined : true}>
      <p className={styles.name}>{name}</p>
      <p className={as === 'whole' ? styles.value : styles.part}>{isThere ? children : <Skeleton width="1.2rem" />}</p>
      {note !== undefined && note !== false && <p className={styles.note}>{note}</p>}
    </div>
  );
}
