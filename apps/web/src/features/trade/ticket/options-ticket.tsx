import { AmountField, Banner, Button, Segmented, Stack } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { isUncertain } from '../../../api/failure.ts';
import { useT } from '../../../i18n/language.ts';
import { useQuote } from '../../../live/market.ts';
import type { MarketInfo } from '../../../shared/chart/instrument-head.tsx';
import { FailureNote } from '../../../shared/failure.tsx';
import { useFormat } from '../../../shared/format.ts';
import { useMoneyCall } from '../../../shared/use-money-call.ts';
import { ConfirmOrder, isConfirmWanted } from './confirm-order.tsx';
import styles from './options-ticket.module.css';
import { PeriodChoice } from './period-choice.tsx';
import { TicketFigures } from './ticket-figures.tsx';
import { usePlaced } from './use-placed.ts';
import type { Ticket } from './use-ticket.ts';
import { VisitorGate } from './visitor-gate.tsx';

const CHIPS = [10, 25, 50, 100];

interface OptionsTicketProps {
  readonly info: MarketInfo;
  readonly ticket: Ticket;
  /** Called when an order was placed; a sheet closes then. */
  readonly onDone?: (() => void) | undefined;
}

export function OptionsTicket({ info, ticket, onDone }: OptionsTicketProps) {
  const t = useT();
  const format = useFormat();
  const open = useQuote(info.code, (quote) => quote.open);
  const stale = useQuote(info.code, (quote) => quote.stale);
  const money = useMoneyCall('buyOptions');
  const placed = usePlaced();
  const [asking, setAsking] = useState(false);
  const { period, priced, available, direction } = ticket;
  if (!info.options.enabled || period === undefined || priced === undefined) {
    return <Banner kind="info">{t('trade:options.off')}</Banner>;
  }

  const usdt = (value: string) => format.money(value, 'USDT');
  const error = !ticket.left || priced.ok ? undefined : problemText(priced.problem);
  function problemText(problem: 'empty' | 'outOfRange' | 'notEnough'): string {
    if (problem === 'notEnough') return t('trade:options.notEnough', { available: usdt(available ?? '0') });
    return t('trade:options.amountWrong', { min: usdt(period?.minStake ?? '0'), max: usdt(period?.maxStake ?? '0') });
  }

  const buy = async () => {
    const answer = await money.submit({ code: info.code, direction, amount: ticket.stake, periodId: period.id });
    if (answer.ok || !isUncertain(answer.failure)) setAsking(false);
    if (!answer.ok) return;
    placed(answer.result);
    onDone?.();
  };
  const press = () => {
    ticket.leave();
    if (!priced.ok) return;
    if (isConfirmWanted()) setAsking(true);
    else void buy();
  };

  return (
    <form
      className={styles.ticket}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <Segmented
        full
        label={t('trade:options.direction')}
        value={direction}
        onChange={ticket.setDirection}
        options={[
          { value: 'up', label: t('trade:options.up'), icon: ArrowUpRight, tone: 'up' },
          { value: 'down', label: t('trade:options.down'), icon: ArrowDownRight, tone: 'down' },
        ]}
      />
      <PeriodChoice periods={info.options.periods} value={period.id} onChange={ticket.setPeriod} />
      <AmountField
        label={t('trade:options.stake')}
        aside={available === undefined ? undefined : `${t('trade:options.available')} ${usdt(available)}`}
        hint={t('trade:options.stakeRange', { min: usdt(period.minStake), max: usdt(period.maxStake) })}
        error={error}
        value={ticket.stake}
        onChange={ticket.setStake}
        onBlur={ticket.leave}
        asset="USDT"
        decimals={2}
        step="10"
        min={period.minStake}
        max={period.maxStake}
        available={available}
        chips={CHIPS.map((percent) => ({
          percent,
          label: percent === 100 ? t('common:action.max') : format.percent(String(percent / 100)),
        }))}
        stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
      />
      <TicketFigures period={period} figures={priced.figures} available={available} />
      {!open && <Banner kind="info">{t('trade:options.closedNow')}</Banner>}
      {open && stale && <Banner kind="stale">{t('trade:options.stale')}</Banner>}
      {money.failure !== undefined && !asking && <FailureNote failure={money.failure} />}
      {ticket.loggedIn ? (
        <Button type="submit" size="l" full variant={direction} disabled={!open || stale} loading={money.busy}>
          {t(direction === 'up' ? 'trade:options.buyUp' : 'trade:options.buyDown', {
            amount: usdt(priced.figures?.total ?? '0'),
          })}
        </Button>
      ) : (
        <VisitorGate />
      )}
      <Stack gap={1} className={styles.hints}>
        <p>{t('trade:options.entryHint')}</p>
        <p>{t('trade:options.equalHint')}</p>
      </Stack>
      {priced.ok && (
        <ConfirmOrder
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => void buy()}
          busy={money.busy}
          failure={money.failure}
          name={info.appName}
          direction={direction}
          period={period}
          figures={priced.figures}
          available={available}
          demo={ticket.book === 'demo'}
        />
      )}
    </form>
  );
}
