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
  derivationOfRest,
  openDerivation,
  resultOf,
  useBooked,
  useOpenOrders,
  useOpenResult,
} from './use-result.ts';

/**
 * The one answer to "how am I doing": the result of today and its parts, what is booked, what is
 * open and, where there are any, other changes. The same words and figures on every page.
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
      {booked !== undefined && resultOf(booked, '0').rest !== '0' && (
        <Part name={t('portfolio:result.other')}>
          <RestFigure booked={booked} />
        </Part>
      )}
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
    const rest = derivationOfRest(booked);
    return (
      openNow &&
      totalDerivation([
        { label: 'portfolio:result.booked', derived: derivationOfBooked(booked) },
        { label: 'portfolio:result.open', derived: openNow },
        ...(rest === undefined || rest.result === '0' ? [] : [{ label: 'portfolio:result.other', derived: rest }]),
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
      sources={sourcesOf(booked)}
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
      sources={sourcesOf(booked)}
    />
  );
}

function RestFigure({ booked }: { readonly booked: Booked }) {
  const t = useT();
  return (
    <DerivedNow
      name={t('portfolio:result.other')}
      value={resultOf(booked, '0').rest}
      derive={() => derivationOfRest(booked)}
      places={2}
      sign="always"
      sources={sourcesOf(booked)}
    />
  );
}

const sourcesOf = ({ day: { day } }: Booked) => ({ ledger: statementHref(day === '' ? {} : { day }) });

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
