import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { ConvertProblem } from '@glasshouse/trade/convert/figures';
import { fieldErrors } from '@glasshouse/trade/ticket/field-errors';
import { coinTicks } from '@glasshouse/trade/ticket/readable-prices';
import { AmountField, Banner, Button, Card, IconButton, Segmented, Stack } from '@glasshouse/ui';
import { ArrowLeftRight } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { Available } from '../../parts/money/available.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { usePercentChips } from '../../parts/ticket/use-percent-chips.ts';
import { AssetPicker } from './asset-picker.tsx';
import { CoinWorth } from './coin-worth.tsx';
import styles from './convert.module.css';
import { ConvertOutcome } from './convert-outcome.tsx';
import { ConvertRate, ConvertTicketFigures } from './convert-ticket-figures.tsx';
import { useShownTerms } from './shown-terms.ts';
import { useAssets } from './use-assets.ts';
import { type ConvertTicketState, useConvertTicket } from './use-convert-ticket.ts';

const DECIMALS = 8;

/** From, to, the firm price with its cost, and a button that names exactly what will happen. */
export function ConvertForm({ onLines }: { onLines: (id: number) => void }) {
  const t = useT();
  const format = useFormat();
  const ticket = useConvertTicket();
  const chips = usePercentChips();
  const list = loadable(useAssets());
  const assets = list.state === 'ready' ? list.value : undefined;
  const { draft, figures, firm, conversion } = ticket;
  const terms = useShownTerms(ticket);
  const coins = firm.quote === undefined ? terms.coins : coinTicks(firm.quote);
  const textOf = (problem: ConvertProblem): string =>
    t(problem === 'empty' ? 'convert:enterAmount' : 'convert:notEnough', { asset: draft.from });
  const errorAt = fieldErrors({ ticket, refusal: ticket.refusal, textOf });
  return (
    <Card>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ticket.leave();
          void ticket.submit();
        }}
      >
        {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
        <div className={styles.panes}>
          <Pane
            asset={draft.from}
            available={ticket.available}
            worth={<CoinWorth name="given" amount={figures?.amount ?? draft.amount} coin={coins?.from} />}
            picker={
              <AssetPicker
                label={t('convert:from')}
                value={draft.from}
                assets={assets}
                balances={ticket.balances}
                onChange={ticket.setFrom}
              />
            }
          >
            <AmountField
              className={styles.amount}
              label={t('convert:give')}
              error={errorAt('size')}
              value={draft.amount}
              onChange={ticket.setAmount}
              onBlur={() => draft.amount !== '' && ticket.leave()}
              asset=""
              decimals={DECIMALS}
              available={ticket.available}
              chips={chips}
            />
          </Pane>
          <IconButton icon={ArrowLeftRight} label={t('convert:turn')} className={styles.turn} onClick={ticket.swap} />
          <Pane
            asset={draft.to}
            available={balanceOf(ticket, draft.to)}
            worth={<CoinWorth name="received" amount={figures?.receive ?? ''} coin={coins?.to} />}
            picker={
              <AssetPicker
                label={t('convert:to')}
                value={draft.to}
                assets={assets}
                balances={ticket.balances}
                onChange={ticket.setTo}
              />
            }
          >
            <div className={styles.receive}>
              <span className={styles.label}>{t('convert:receive')}</span>
              <span className={styles.received} aria-live="polite" aria-busy={firm.loading}>
                {figures === undefined ? (
                  <span className={styles.nothing}>{firm.loading ? '…' : format.number('0')}</span>
                ) : (
                  <Derived
                    derivation={figures.why.received}
                    value={figures.receive}
                    name={t('convert:receive')}
                    size="xxl"
                  />
                )}
              </span>
            </div>
          </Pane>
        </div>
        <Segmented
          label={t('convert:pricing')}
          size="s"
          full
          value={draft.pricing}
          options={[
            { value: 'firm', label: t('convert:firm') },
            { value: 'next', label: t('convert:next') },
          ]}
          onChange={ticket.setPricing}
        />
        <ConvertRate ticket={ticket} terms={terms} />
        <ConvertTicketFigures ticket={ticket} terms={terms} />
        {firm.failure !== undefined && <FailureNote failure={firm.failure} retry={firm.renew} />}
        {ticket.passed !== undefined && (
          <Banner kind="info">{t(ticket.passed === 'moved' ? 'convert:moved' : 'convert:late')}</Banner>
        )}
        {ticket.failure !== undefined && ticket.refusal === undefined && <FailureNote failure={ticket.failure} />}
        {conversion !== undefined && <ConvertOutcome conversion={conversion} onLines={onLines} />}
        <Stack gap={2}>
          {firm.paused && draft.pricing === 'firm' ? (
            <Button variant="primary" size="l" full onClick={firm.renew}>
              {t('convert:newPrice')}
            </Button>
          ) : (
            <Button
              type="submit"
              variant="primary"
              size="l"
              full
              disabled={ticket.body === undefined}
              loading={ticket.busy}
            >
              {figures === undefined || draft.pricing === 'next'
                ? t('convert:convert')
                : t('convert:convertTo', {
                    given: format.money(figures.amount, draft.from),
                    received: format.money(figures.receive, draft.to),
                  })}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  );
}

interface PaneProps {
  readonly asset: string;
  readonly available: string | undefined;
  readonly worth: ReactNode;
  readonly picker: ReactNode;
  readonly children: ReactNode;
}

/** One side: how much of which coin, what there is of it, and what that is worth. */
const Pane = ({ asset, available, worth, picker, children }: PaneProps) => (
  <div className={styles.pane}>
    <div className={styles.side}>
      {children}
      {picker}
    </div>
    <p className={styles.foot}>
      <span>
        <Available value={available} asset={asset} />
      </span>
      {worth}
    </p>
  </div>
);

/** What is there of a coin; undefined while that is being fetched. */
const balanceOf = ({ available, balances }: ConvertTicketState, asset: string): string | undefined =>
  available === undefined ? undefined : (balances.get(asset) ?? '0');
