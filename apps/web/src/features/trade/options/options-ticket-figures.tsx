import { Figure, KeyValue, Why } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { useSession } from '../../../session/session.ts';
import { useFormat } from '../../../shared/format.ts';
import type { MarketInfo } from '../../../shared/market/market-info.ts';
import { Money } from '../../../shared/money.tsx';
import { shortPlaces } from '../../../shared/short-places.ts';
import { useLimitsRow } from '../../../shared/ticket/limits-row.tsx';
import type { OptionsTicketState } from './use-options-ticket.ts';

const ASSET = 'USDT';
const money = (value: string | undefined, sign?: 'always') => <Money value={value} asset={ASSET} sign={sign} />;

/** Rounded: the stake field has the exact balance. */
const balance = (value: string | undefined) => <Figure value={value} places={shortPlaces(ASSET).max} asset={ASSET} />;

interface OptionsTicketFiguresProps {
  readonly ticket: OptionsTicketState;
  readonly limits: MarketInfo['limits']['options'];
}

/** Cost, best and worst case in money, the true odds, limits, and the balance before and after. */
export function OptionsTicketFigures({ ticket, limits }: OptionsTicketFiguresProps) {
  const { figures, available } = ticket;
  const { period } = ticket.draft;
  const t = useT();
  const format = useFormat();
  const session = useSession();
  const limitsRow = useLimitsRow('options', limits);
  const percent = (rate: string | undefined) => (rate === undefined ? '–' : format.percent(rate, { min: 2, max: 2 }));
  // Rounding these down would make the odds look better than they are.
  const odds = (rate: string | undefined) =>
    rate === undefined ? '–' : format.percent(rate, { min: 2, max: 2, rounding: 'ceil' });
  const stakeRow = { name: t('trade:options.stake'), value: money(figures?.stake) };
  const totalRow = { name: t('trade:options.totalCost'), value: money(figures?.total) };
  const payoutRow = { name: t('trade:options.returnIfRight'), value: money(figures?.payout) };
  return (
    <KeyValue
      dense
      rows={[
        {
          id: 'fee',
          name: t('trade:options.fee'),
          value: money(figures?.fee),
          why: (
            <Why
              label={t('trade:options.whyFee')}
              title={t('trade:options.fee')}
              rows={[
                stakeRow,
                { name: t('trade:options.feeRate'), value: percent(period.feeRate) },
                { name: t('trade:options.fee'), value: money(figures?.fee), total: true },
              ]}
            >
              {t('trade:options.whyFeeText')}
            </Why>
          ),
        },
        { id: 'total', name: t('trade:options.totalCost'), value: money(figures?.total), strong: true },
        {
          id: 'profit',
          name: t('trade:options.profitIfRight'),
          value: money(figures?.profit, 'always'),
          tone: 'up',
          why: (
            <Why
              label={t('trade:options.whyPayout')}
              title={t('trade:options.payout')}
              rows={[
                stakeRow,
                { name: t('trade:options.payoutRate'), value: percent(period.payoutRate) },
                { name: t('trade:options.profitIfRight'), value: money(figures?.profit) },
                { ...payoutRow, total: true },
              ]}
            >
              {t('trade:options.whyPayoutText')}
            </Why>
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
          why: (
            <Why
              label={t('trade:options.whyBreakEven')}
              title={t('trade:options.breakEven')}
              rows={[
                totalRow,
                payoutRow,
                { name: t('trade:options.breakEven'), value: odds(figures?.breakEven), total: true },
              ]}
            >
              {t('trade:options.breakEvenHint')} {t('trade:options.whyBreakEvenText')}
            </Why>
          ),
        },
        {
          id: 'houseEdge',
          name: t('trade:options.houseEdge'),
          value: odds(figures?.houseEdge),
          why: (
            <Why
              label={t('trade:options.whyHouseEdge')}
              title={t('trade:options.houseEdge')}
              rows={[
                totalRow,
                { name: `½ × ${t('trade:options.returnIfRight')}`, value: payoutRow.value },
                { name: t('trade:options.houseEdge'), value: odds(figures?.houseEdge), total: true },
              ]}
            >
              {t('trade:options.houseEdgeHint')} {t('trade:options.whyHouseEdgeText')}
            </Why>
          ),
        },
        ...limitsRow,
        ...(session === undefined
          ? []
          : [
              { id: 'before', name: t('trade:options.balanceBefore'), value: balance(available) },
              { id: 'after', name: t('trade:options.balanceAfter'), value: balance(figures?.balanceAfter) },
            ]),
      ]}
    />
  );
}
