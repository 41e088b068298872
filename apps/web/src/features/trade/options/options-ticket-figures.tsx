import type { OptionFigure, OptionTerm } from '@glasshouse/rules/derivations';
import { Figure, Why, type WhyRow } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/language.ts';
import { useSession } from '../../../session/session.ts';
import { useFormat } from '../../../shared/format.ts';
import type { MarketInfo } from '../../../shared/market/market-info.ts';
import { Money } from '../../../shared/money.tsx';
import { shortPlaces } from '../../../shared/short-places.ts';
import { useLimitsRow } from '../../../shared/ticket/limits-row.tsx';
import type { TicketFigures } from '../../../shared/ticket/ticket-figures.tsx';
import type { OptionsFigures } from './figures.ts';
import type { OptionsTicketState } from './use-options-ticket.ts';

const ASSET = 'USDT';
const money = (value: string | undefined, sign?: 'always') => <Money value={value} asset={ASSET} sign={sign} />;

/** Rounded: the stake field has the exact balance. */
const balance = (value: string | undefined) => <Figure value={value} places={shortPlaces(ASSET).max} asset={ASSET} />;

/** Cost, best and worst case in money, the true odds, limits, and the balance before and after. */
export function useOptionsTicketFigures(
  { figures, available }: OptionsTicketState,
  limits: MarketInfo['limits']['options'],
): TicketFigures {
  const t = useT();
  const format = useFormat();
  const session = useSession();
  const limitsRow = useLimitsRow('options', limits);
  const percent = (rate: string | undefined) => (rate === undefined ? '–' : format.percent(rate, { min: 2, max: 2 }));
  // Rounding these down would make the odds look better than they are.
  const odds = (rate: string | undefined) =>
    rate === undefined ? '–' : format.percent(rate, { min: 2, max: 2, rounding: 'ceil' });
  const why = (figure: OptionFigure, label: string, title: string, text: ReactNode) => (
    <Why label={label} title={title} rows={figures === undefined ? [] : rowsOf(figure, title, figures)}>
      {text}
    </Why>
  );
  const nameOf: Readonly<Record<OptionTerm, string>> = {
    stake: t('trade:options.stake'),
    feeRate: t('trade:options.feeRate'),
    payoutRate: t('trade:options.payoutRate'),
    total: t('trade:options.putUp'),
    payout: t('trade:options.returnIfRight'),
    halfPayout: `½ × ${t('trade:options.returnIfRight')}`,
  };
  const valueOfTerm = (term: OptionTerm, value: string): ReactNode =>
    term === 'feeRate' || term === 'payoutRate' ? percent(value) : money(value);
  /** The registered derivation, term by term; the figure itself comes last. */
  function rowsOf(figure: OptionFigure, name: string, { why: derivations }: OptionsFigures): readonly WhyRow[] {
    const { terms, result } = derivations[figure];
    const isRate = figure === 'breakEven' || figure === 'houseEdge';
    return [
      ...terms.map(({ term, operator, value }) => ({
        name: `${operator} ${nameOf[term]}`.trimStart(),
        value: valueOfTerm(term, value),
      })),
      { name, value: isRate ? odds(result) : money(result), total: true },
    ];
  }
  return {
    headline: ['total', 'profit', 'loss'],
    worst: 'loss',
    rows: [
      { id: 'total', name: nameOf.total, value: money(figures?.total), strong: true },
      {
        id: 'fee',
        name: t('trade:options.ofWhichFees'),
        value: money(figures?.fee),
        why: why('fee', t('trade:options.whyFee'), t('trade:options.fee'), t('trade:options.whyFeeText')),
      },
      {
        id: 'payout',
        name: nameOf.payout,
        value: money(figures?.payout),
        why: why('payout', t('trade:options.whyPayout'), nameOf.payout, t('trade:options.whyPayoutText')),
      },
      {
        id: 'profit',
        name: t('trade:options.profitIfRight'),
        value: money(figures?.netProfit, 'always'),
        tone: 'up',
        why: why(
          'netProfit',
          t('trade:options.whyProfit'),
          t('trade:options.profitIfRight'),
          t('trade:options.whyProfitText'),
        ),
      },
      {
        id: 'loss',
        name: t('trade:options.lossIfWrong'),
        value: money(figures === undefined ? undefined : `-${figures.total}`),
        tone: 'down',
      },
      {
        id: 'breakEven',
        name: t('trade:options.breakEven'),
        value: odds(figures?.breakEven),
        why: why(
          'breakEven',
          t('trade:options.whyBreakEven'),
          t('trade:options.breakEven'),
          <>
            {t('trade:options.breakEvenHint')} {t('trade:options.whyBreakEvenText')}
          </>,
        ),
      },
      {
        id: 'houseEdge',
        name: t('trade:options.houseEdge'),
        value: odds(figures?.houseEdge),
        why: why(
          'houseEdge',
          t('trade:options.whyHouseEdge'),
          t('trade:options.houseEdge'),
          <>
            {t('trade:options.houseEdgeHint')} {t('trade:options.whyHouseEdgeText')}
          </>,
        ),
      },
      ...limitsRow,
      ...(session === undefined
        ? []
        : [
            { id: 'before', name: t('trade:options.balanceBefore'), value: balance(available) },
            { id: 'after', name: t('trade:options.balanceAfter'), value: balance(figures?.balanceAfter) },
          ]),
    ],
  };
}
