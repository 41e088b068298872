import { Card, Section, Skeleton } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { useFormat } from '../../shared/format.ts';
import { useIsMobile } from '../../shared/layout.ts';
import { DayNet } from '../../shared/orders/day-net.tsx';
import { OpenResult } from '../../shared/orders/open-result-figure.tsx';
import { useToday } from '../../shared/orders/use-today.ts';
import { ContractsAdd, IF_CLOSED, TotalWorth } from '../../shared/total-worth.tsx';
import { useBalances } from '../../shared/use-balances.ts';
import { type LiveQueries, orNone } from './live-queries.ts';
import styles from './portfolio.module.css';

/** The value of the book, what is open, and the result of today: each after all costs. */
export function Summary({ contracts, options, spot }: LiveQueries) {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const isMobile = useIsMobile();
  const balances = useBalances();
  const today = useToday();
  const isKnown = contracts.data !== undefined && options.data !== undefined;
  const open = orNone(contracts).filter(({ state }) => state === 'open').length;
  const positions = open + orNone(options).length;
  const waiting = orNone(contracts).filter(({ state }) => state === 'waiting').length + orNone(spot).length;
  return (
    <Section aria-label={t('portfolio:title')}>
      <Card demo={book === 'demo'} className={styles.summary}>
        <Fact
          name={t('account:balances.total')}
          note={
            0 < open && (
              <>
                {t(IF_CLOSED)}: <ContractsAdd />
              </>
            )
          }
          as="whole"
        >
          <TotalWorth balances={balances.data} size={isMobile ? 'xxl' : 'xxxl'} />
        </Fact>
        <Fact name={t('portfolio:openResult')} note={t('portfolio:afterCosts')}>
          {isKnown && <OpenResult contracts={orNone(contracts)} options={orNone(options)} />}
        </Fact>
        <Fact name={t('portfolio:today')} note={t('portfolio:realised')}>
          {today !== undefined && <DayNet day={today} name={t('portfolio:today')} />}
        </Fact>
        <Fact as="line" name={t('portfolio:counts')} note={`${t('contracts:waiting')}: ${format.number(waiting)}`}>
          {isKnown && spot.data !== undefined && <bdi>{format.number(positions)}</bdi>}
        </Fact>
      </Card>
    </Section>
  );
}

interface FactProps {
  readonly name: string;
  readonly note?: ReactNode;
  /** Its place on a phone; on a desktop all but the whole stand beside each other. */
  readonly as?: 'whole' | 'line';
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
