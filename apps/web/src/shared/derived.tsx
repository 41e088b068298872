import type { MessageKey } from '@glasshouse/i18n';
import type { Derivation } from '@glasshouse/rules/derivations';
import type { OrderTerm } from '@glasshouse/rules/derivations/orders';
import { Explained, type Explanation, Figure, type FigureProps } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useT } from '../i18n/language.ts';
import { moneyPlaces } from './money.tsx';

/** Words for the inputs of figures; all of them come with the pages of orders. */
const TERMS: Readonly<Record<OrderTerm, MessageKey>> = {
  stake: 'trade:options.stake',
  payoutRate: 'trade:options.payoutRate',
  paid: 'trade:orders.paid',
  fee: 'common:word.fee',
  lots: 'order:lots',
  lotSize: 'order:lotSize',
  price: 'trade:order.price',
  quoteRate: 'order:quoteRate',
  feeRate: 'order:feeRate',
  realised: 'order:realised',
  openFee: 'order:openFee',
  closeFee: 'order:closeFee',
  nights: 'order:financing',
  filledValue: 'order:filledValue',
  filledQuantity: 'order:filled',
  ask: 'order:ask',
  bid: 'order:bid',
  mid: 'order:mid',
  first: 'funds:equity.start',
  last: 'funds:equity.now',
  part: 'common:word.total',
};

interface DerivedProps extends Omit<FigureProps, 'value' | 'places'> {
  /** The figure is its result: what is shown and what explains it are one thing. */
  readonly derivation: Derivation<OrderTerm>;
  /** What the figure is; names it for screen readers and heads its reason. */
  readonly name: string;
  readonly places?: number | undefined;
  /** Where the inputs come from: the tick, the ledger lines. */
  readonly source?: ReactNode;
}

/** A figure that opens into formula, inputs and result. */
export function Derived({ derivation, name, places, source, ...figure }: DerivedProps) {
  const t = useT();
  const { result } = derivation;
  const shown = <Figure {...figure} value={result} places={places ?? moneyPlaces(result)} />;
  return (
    <Explained label={name} explain={() => explanationOf(derivation, { name, shown, source, t })}>
      {shown}
    </Explained>
  );
}

function explanationOf(
  { terms, rounding }: Derivation<OrderTerm>,
  of: { name: string; shown: ReactNode; source: ReactNode; t: ReturnType<typeof useT> },
): Explanation {
  const { name, shown, source, t } = of;
  return {
    title: name,
    rows: [
      ...terms.map(({ term, operator, value }) => ({
        name: (
          <>
            <bdi dir="ltr">{operator}</bdi> {t(TERMS[term])}
          </>
        ),
        value: <Figure value={value} places={moneyPlaces(value)} />,
      })),
      { name, value: shown, total: true },
    ],
    text: rounding === 'exact' ? undefined : t(rounding === 'up' ? 'order:roundedUp' : 'order:roundedDown'),
    footer: source,
  };
}
