import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import type { OptionFigure } from '@glasshouse/rules/derivations/options';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Figure } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { CENTS } from '../../../parts/money/short-places.ts';
import { Derived, reasoned } from '../../../parts/reasons/derived.tsx';
import { useLimitsRow } from '../../../parts/ticket/limits-row.tsx';
import { PutUp } from '../../../parts/ticket/put-up.tsx';
import type { TicketFigures } from '../../../parts/ticket/ticket-figures.tsx';
import type { OptionsTicketState } from './use-options-ticket.ts';

const ASSET = 'USDT';
/** Rounded: the stake field has the exact balance. */
const PLACES = CENTS.max;

/** Cost, best and worst case in money, the true odds, limits, and the balance before and after. */
export function useOptionsTicketFigures(
  { figures, available }: OptionsTicketState,
  limits: MarketInfo['limits']['options'],
): TicketFigures {
  const t = useT();
  const format = useFormat();
  const session = useSession();
  const limitsRow = useLimitsRow('options', limits);
  // Rounding these down would make the odds look better than they are.
  const odds = (rate: string) => (
    <bdi dir="ltr" translate="no">
      {format.percent(rate, { min: 2, max: 2, rounding: 'ceil' })}
    </bdi>
  );
  const derivation = (figure: OptionFigure) => figures?.why[figure];
  const money = (figure: OptionFigure, name: string, sign?: 'always') => ({
    derivation: derivation(figure),
    name,
    asset: ASSET,
    sign,
  });
  const rate = (figure: OptionFigure, name: string) => ({ derivation: derivation(figure), name, show: odds });
  const hint = (...texts: readonly string[]): ReactNode => texts.join(' ');
  const fee = reasoned({
    ...money('fee', t('trade:options.fee')),
    label: t('trade:options.whyFee'),
    text: t('trade:options.whyFeeText'),
  });
  return {
    headline: ['total', 'profit', 'loss', 'breakEven', 'houseEdge'],
    confirm: ['total', 'profit', 'loss', 'breakEven', 'houseEdge'],
    rows: [
      {
        id: 'total',
        name: t('trade:options.putUp'),
        value: (
          <PutUp total={<Derived {...money('total', t('trade:options.putUp'))} />} fees={fee.value} why={fee.why} />
        ),
        strong: true,
      },
      {
        id: 'payout',
        name: t('trade:options.returnIfRight'),
        ...reasoned({
          ...money('payout', t('trade:options.returnIfRight')),
          label: t('trade:options.whyPayout'),
          text: t('trade:options.whyPayoutText'),
        }),
      },
      {
        id: 'profit',
        name: t('trade:options.profitIfRight'),
        ...reasoned({
          ...money('netProfit', t('trade:options.profitIfRight'), 'always'),
          label: t('trade:options.whyProfit'),
          text: t('trade:options.whyProfitText'),
        }),
        tone: 'up',
      },
      {
        id: 'loss',
        name: t('trade:options.lossIfWrong'),
        value: <Derived {...money('loss', t('trade:options.lossIfWrong'))} />,
        tone: 'down',
      },
      {
        id: 'breakEven',
        name: t('trade:options.breakEven'),
        ...reasoned({
          ...rate('breakEven', t('trade:options.breakEven')),
          label: t('trade:options.whyBreakEven'),
          text: hint(t('trade:options.breakEvenHint'), t('trade:options.whyBreakEvenText')),
        }),
      },
      {
        id: 'houseEdge',
        name: t('trade:options.houseEdge'),
        ...reasoned({
          ...rate('houseEdge', t('trade:options.houseEdge')),
          label: t('trade:options.whyHouseEdge'),
          text: hint(t('trade:options.houseEdgeHint'), t('trade:options.whyHouseEdgeText')),
        }),
      },
      ...limitsRow,
      ...(session === undefined
        ? []
        : [
            {
              id: 'before',
              name: t('trade:options.balanceBefore'),
              value: <Figure value={available} places={PLACES} asset={ASSET} />,
            },
            {
              id: 'after',
              name: t('trade:options.balanceAfter'),
              value: (
                <Derived
                  derivation={figures?.balanceAfter}
                  name={t('trade:options.balanceAfter')}
                  places={PLACES}
                  asset={ASSET}
                />
              ),
            },
          ]),
    ],
  };
}
