import { AmountField, Banner, Button, Card, IconButton, Segmented, Stack } from '@glasshouse/ui';
import { ArrowLeftRight } from '@glasshouse/ui/icon/icons';
import { loadable } from '../../api/loadable.ts';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { Available } from '../../shared/available.tsx';
import { Derived } from '../../shared/derived.tsx';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { fieldErrors } from '../../shared/ticket/field-errors.ts';
import { usePercentChips } from '../../shared/ticket/use-percent-chips.ts';
import { AssetPicker } from './asset-picker.tsx';
import styles from './convert.module.css';
import { ConvertOutcome } from './convert-outcome.tsx';
import { ConvertTicketFigures } from './convert-ticket-figures.tsx';
import type { ConvertProblem } from './figures.ts';
import { useAssets } from './use-assets.ts';
import { useConvertTicket } from './use-convert-ticket.ts';

const DECIMALS = 8;

/** From, to, the firm price with its cost, and a button that names exactly what will happen. */
export function ConvertForm({ onLines }: { onLines: (id: number) => void }) {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const ticket = useConvertTicket();
  const chips = usePercentChips();
  const list = loadable(useAssets());
  const assets = list.state === 'ready' ? list.value : undefined;
  const { draft, figures, firm, conversion } = ticket;
  const textOf = (problem: ConvertProblem): string =>
    t(problem === 'empty' ? 'convert:enterAmount' : 'convert:notEnough', { asset: draft.from });
  const errorAt = fieldErrors({ ticket, refusal: ticket.refusal, textOf });
  return (
    <Card demo={book === 'demo'}>
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
        <div className={styles.give}>
          <div className={styles.side}>
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
            <AssetPicker
              label={t('convert:from')}
              value={draft.from}
              assets={assets}
              balances={ticket.balances}
              onChange={ticket.setFrom}
            />
          </div>
          {/* On its own line: beside the label it would wrap on a phone, and only once known. */}
          <p className={styles.available}>
            <Available value={ticket.available} asset={draft.from} />
          </p>
        </div>
        <IconButton icon={ArrowLeftRight} label={t('convert:turn')} className={styles.turn} onClick={ticket.swap} />
        <div className={styles.side}>
          <div className={styles.receive}>
            <span className={styles.label}>{t('convert:receive')}</span>
            <span className={styles.received} aria-live="polite" aria-busy={firm.loading}>
              <Derived
                derivation={figures?.why.received}
                value={figures?.receive}
                name={t('convert:receive')}
                size="xl"
              />
            </span>
          </div>
          <AssetPicker
            label={t('convert:to')}
            value={draft.to}
            assets={assets}
            balances={ticket.balances}
            onChange={ticket.setTo}
          />
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
        <ConvertTicketFigures ticket={ticket} />
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
