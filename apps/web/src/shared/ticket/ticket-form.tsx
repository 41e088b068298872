import type { RiskProduct } from '@glasshouse/api/risk-warning';
import { Banner, Button } from '@glasshouse/ui';
import { lazy, type ReactNode, Suspense } from 'react';
import { useT } from '../../i18n/language.ts';
import { useQuote } from '../../live/market.ts';
import { useBook, useSession } from '../../session/session.ts';
import { FailureNote } from '../failure.tsx';
import { type Confirmation, ConfirmOrder } from './confirm-order.tsx';
import { PriceAge } from './price-age.tsx';
import type { Ticket } from './ticket.ts';
import styles from './ticket-form.module.css';
import type { OrderFlow } from './use-order-flow.ts';
import { useRiskWarning } from './use-risk-warning.ts';
import { VisitorGate } from './visitor-gate.tsx';

/** Seen once: most people never load it again. */
const RiskWarningNote = lazy(async () => ({ default: (await import('./risk-warning.tsx')).RiskWarningNote }));

interface TicketFormProps {
  /** Code of the market. */
  readonly market: string;
  readonly ticket: Ticket<unknown, unknown, string>;
  readonly flow: OrderFlow;
  readonly confirmation: Confirmation;
  /** How old the price may be that an order is accepted at. */
  readonly validMs: number | null;
  /** Named where nobody orders before having read how many lose with it. */
  readonly risk?: RiskProduct;
  /** The fields. */
  readonly children: ReactNode;
  /** Cost, worst case and best case in money, on the ticket and again in the confirmation. */
  readonly summary: ReactNode;
  /** What else to know before ordering, below the button. */
  readonly hints?: ReactNode;
}

/** The skeleton of every ticket: fields, summary, market state, button and confirmation. */
export function TicketForm(props: TicketFormProps) {
  const { market, ticket, flow, confirmation, validMs, risk, children, summary, hints } = props;
  const t = useT();
  const isVisitor = useSession() === undefined;
  const book = useBook();
  const gate = useRiskWarning(risk);
  const open = useQuote(market, (quote) => quote.open);
  const stale = useQuote(market, (quote) => quote.stale);
  const at = useQuote(market, (quote) => quote.at);
  // Until the first price arrives there is nothing to confirm.
  const isWaiting = ticket.problems.market === 'noPrice';
  return (
    <form
      className={styles.ticket}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWaiting && gate.state === 'read') flow.press();
      }}
    >
      {children}
      {summary}
      {at !== undefined && (
        <p className={styles.age}>
          <span>{t('trade:options.priceAge')}</span>
          <PriceAge at={at} validMs={validMs} />
        </p>
      )}
      {!open && <Banner kind="info">{t('trade:options.closedNow')}</Banner>}
      {open && stale && <Banner kind="stale">{t('trade:options.stale')}</Banner>}
      {flow.failure !== undefined && flow.refusal === undefined && !flow.confirming && (
        <FailureNote failure={flow.failure} />
      )}
      {isVisitor ? (
        <VisitorGate />
      ) : gate.state === 'unread' ? (
        <Suspense>
          <RiskWarningNote gate={gate} />
        </Suspense>
      ) : (
        <Button
          type="submit"
          size="l"
          full
          variant={confirmation.tone}
          disabled={!open || stale}
          loading={flow.busy || gate.state === 'unknown' || (isWaiting && open && !stale)}
        >
          {confirmation.action}
        </Button>
      )}
      {hints !== undefined && <div className={styles.hints}>{hints}</div>}
      {flow.confirming && (
        <ConfirmOrder
          {...confirmation}
          onClose={flow.cancel}
          onConfirm={flow.confirm}
          busy={flow.busy}
          failure={flow.failure}
          demo={book === 'demo'}
        >
          {summary}
        </ConfirmOrder>
      )}
    </form>
  );
}
