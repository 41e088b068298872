import { AmountField, Banner, Segmented } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { useT } from '../../../i18n/language.ts';
import { Available } from '../../../shared/available.tsx';
import { useFormat } from '../../../shared/format.ts';
import { shortPlaces } from '../../../shared/short-places.ts';
import { TicketForm } from '../../../shared/ticket/ticket-form.tsx';
import { useOrderFlow } from '../../../shared/ticket/use-order-flow.ts';
import { usePercentChips } from '../../../shared/ticket/use-percent-chips.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import type { Period, Problem } from './figures.ts';
import { OptionsTicketFigures } from './options-ticket-figures.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { useTicket } from './use-options-ticket.ts';
import { useReportOption } from './use-report-option.ts';

interface OptionsTicketProps {
  readonly workspace: Workspace;
  /** Called when an order was placed; a sheet closes then. */
  readonly onDone?: (() => void) | undefined;
}

export function OptionsTicket({ workspace, onDone }: OptionsTicketProps) {
  const t = useT();
  const format = useFormat();
  const { info } = workspace;
  const ticket = useTicket(info);
  const chips = usePercentChips();
  const placed = useReportOption();
  const direction = workspace.side === 'buy' ? 'up' : 'down';
  const { period, priced, available } = ticket;
  const flow = useOrderFlow({
    call: 'buyOption',
    body:
      period !== undefined && priced?.ok === true
        ? { code: info.code, direction, amount: ticket.stake, periodId: period.id }
        : undefined,
    onPress: ticket.leave,
    onPlaced: (order) => {
      placed(order);
      onDone?.();
    },
  });
  if (!info.options.enabled || period === undefined || priced === undefined) {
    return <Banner kind="info">{t('trade:options.off')}</Banner>;
  }

  const usdt = (value: string) => format.money(value, 'USDT');
  const range = (of: Period) => ({ min: usdt(of.minStake), max: usdt(of.maxStake) });
  const problemText = (problem: Problem): string =>
    problem === 'notEnough'
      ? t('trade:options.notEnough', { available: format.money(available ?? '0', 'USDT', shortPlaces('USDT')) })
      : t('trade:options.amountWrong', range(period));
  const sentence = {
    amount: usdt(priced.figures?.stake ?? '0'),
    name: info.appName,
    period: format.duration(period.id),
  };

  return (
    <TicketForm
      workspace={workspace}
      flow={flow}
      confirmation={{
        title: t('trade:options.confirmTitle'),
        sentence: t(direction === 'up' ? 'trade:options.confirmUp' : 'trade:options.confirmDown', sentence),
        action: t(direction === 'up' ? 'trade:options.buyUp' : 'trade:options.buyDown', {
          amount: usdt(priced.figures?.total ?? '0'),
        }),
        tone: direction,
      }}
      figures={<OptionsTicketFigures period={period} figures={priced.figures} available={available} />}
      hints={
        <>
          <p>{t('trade:options.entryHint')}</p>
          <p>{t('trade:options.equalHint')}</p>
        </>
      }
    >
      <Segmented
        full
        label={t('trade:options.direction')}
        value={workspace.side}
        onChange={workspace.setSide}
        options={[
          { value: 'buy', label: t('trade:options.up'), icon: ArrowUpRight, tone: 'up' },
          { value: 'sell', label: t('trade:options.down'), icon: ArrowDownRight, tone: 'down' },
        ]}
      />
      <PeriodChoice periods={info.options.periods} value={period.id} onChange={ticket.setPeriod} />
      <AmountField
        label={t('trade:options.stake')}
        aside={available === undefined ? undefined : <Available value={available} asset="USDT" />}
        hint={t('trade:options.stakeRange', range(period))}
        error={!ticket.left || priced.ok ? undefined : problemText(priced.problem)}
        value={ticket.stake}
        onChange={ticket.setStake}
        onBlur={ticket.leave}
        asset="USDT"
        decimals={2}
        step="10"
        min={period.minStake}
        max={period.maxStake}
        available={available}
        chips={chips}
        stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
      />
    </TicketForm>
  );
}
