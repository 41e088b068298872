import { useT } from '@glasshouse/app/language/language';
import { totalDerivation } from '@glasshouse/rules/derivations/holdings';
import type { OpenOrders } from '@glasshouse/trade/portfolio/open-result';
import { cx, Skeleton } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { DerivedNow } from '../reasons/derived.tsx';
import { statementHref } from '../statement/statement-href.ts';
import styles from './result.module.css';
import {
  type Booked,
  derivationOfBooked,
  openDerivation,
  resultOf,
  useBooked,
  useOpenOrders,
  useOpenResult,
} from './use-result.ts';

/**
 * The one answer to "how am I doing": the result of today and its two parts, what is booked and
 * what is open. The same words and figures on every page that shows it.
 */
export function AccountResult({ className }: { readonly className?: string | undefined }) {
  const t = useT();
  const orders = useOpenOrders();
  const booked = useBooked(orders);
  return (
    <dl className={cx(styles.result, className)}>
      <Part name={t('portfolio:result.today')} strong>
        {orders && booked && <Today orders={orders} booked={booked} />}
      </Part>
      <Part name={t('portfolio:result.booked')}>
        {orders && booked && <BookedFigure orders={orders} booked={booked} />}
      </Part>
      <Part name={t('portfolio:result.open')}>{orders && <OpenResult {...orders} plain />}</Part>
    </dl>
  );
}

const Part = ({
  name,
  strong = false,
  children,
}: {
  readonly name: string;
  readonly strong?: boolean;
  readonly children: ReactNode;
}) => (
  <div className={strong ? styles.strong : undefined} aria-busy={children === undefined || undefined}>
    <dt>{name}</dt>
    <dd>{children ?? <Waiting />}</dd>
  </div>
);

const Waiting = () => <Skeleton width="0.56rem" height="0.14rem" />;

interface KnownProps {
  readonly orders: OpenOrders;
  readonly booked: Booked;
}

/** A price renders this figure alone. */
function Today({ orders, booked }: KnownProps) {
  const t = useT();
  const open = useOpenResult(orders);
  if (open === undefined) return <Waiting />;
  const derive = () => {
    const openNow = openDerivation(orders);
    return (
      openNow &&
      totalDerivation([
        { label: 'portfolio:result.booked', derived: derivationOfBooked(booked) },
        { label: 'portfolio:result.open', derived: openNow },
      ])
    );
  };
  return (
    <DerivedNow
      name={t('portfolio:result.today')}
      value={resultOf(booked, open).today}
      derive={derive}
      places={2}
      coloured
      sources={{ ledger: statementHref(booked.day.day === '' ? {} : { day: booked.day.day }) }}
    />
  );
}

function BookedFigure({ booked }: KnownProps) {
  const t = useT();
  return (
    <DerivedNow
      name={t('portfolio:result.booked')}
      value={resultOf(booked, '0').booked}
      derive={() => derivationOfBooked(booked)}
      places={2}
      sign="always"
      sources={{ ledger: statementHref(booked.day.day === '' ? {} : { day: booked.day.day }) }}
    />
  );
}

interface OpenResultProps extends OpenOrders {
  /** Without colour and unit, as a part of a sum. */
  readonly plain?: boolean;
  readonly className?: string | undefined;
}

/** What everything open would come to if it closed now, after all costs. */
export function OpenResult({ contracts, options, plain = false, className }: OpenResultProps) {
  const t = useT();
  const net = useOpenResult({ contracts, options });
  if (net === undefined) return <Waiting />;
  return (
    <DerivedNow
      name={t('portfolio:result.open')}
      value={net}
      derive={() => openDerivation({ contracts, options })}
      places={2}
      {...(plain ? { sign: 'always' as const } : { asset: 'USDT', coloured: true })}
      className={className}
    />
  );
}
