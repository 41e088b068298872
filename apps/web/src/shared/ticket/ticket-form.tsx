import { Banner, Button } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import type { Workspace } from '../../features/trade/workspace/use-workspace.ts';
import { useT } from '../../i18n/language.ts';
import { useQuote } from '../../live/market.ts';
import { FailureNote } from '../failure.tsx';
import { type Confirmation, ConfirmOrder } from './confirm-order.tsx';
import styles from './ticket-form.module.css';
import type { OrderFlow } from './use-order-flow.ts';
import { VisitorGate } from './visitor-gate.tsx';

interface TicketFormProps {
  readonly workspace: Workspace;
  readonly flow: OrderFlow;
  readonly confirmation: Confirmation;
  /** What is chosen and typed. */
  readonly children: ReactNode;
  /** Cost, worst case and best case in money; shown on the ticket and again before the order is placed. */
  readonly figures: ReactNode;
  /** What else is worth knowing before the order, below its button. */
  readonly hints?: ReactNode;
  /** The ticket shows what was refused at the field itself. */
  readonly quietFailure?: boolean;
  /** The first prices are on their way: a press would have nothing to ask about. */
  readonly waiting?: boolean;
}

/** The skeleton of every ticket: fields, figures, the state of the market, the button, and the confirmation. */
export function TicketForm(props: TicketFormProps) {
  const { workspace, flow, confirmation, children, figures, hints, quietFailure = false, waiting = false } = props;
  const t = useT();
  const open = useQuote(workspace.info.code, (quote) => quote.open);
  const stale = useQuote(workspace.info.code, (quote) => quote.stale);
  const { failure } = flow;
  return (
    <form
      className={styles.ticket}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!waiting) flow.press();
      }}
    >
      {children}
      {figures}
      {!open && <Banner kind="info">{t('trade:options.closedNow')}</Banner>}
      {open && stale && <Banner kind="stale">{t('trade:options.stale')}</Banner>}
      {failure !== undefined && !flow.asking && !quietFailure && <FailureNote failure={failure} />}
      {workspace.loggedIn ? (
        <Button
          type="submit"
          size="l"
          full
          variant={confirmation.tone}
          disabled={!open || stale}
          loading={flow.busy || (waiting && open && !stale)}
        >
          {confirmation.action}
        </Button>
      ) : (
        <VisitorGate />
      )}
      {hints !== undefined && <div className={styles.hints}>{hints}</div>}
      {flow.asking && (
        <ConfirmOrder
          {...confirmation}
          onClose={flow.cancel}
          onConfirm={flow.confirm}
          busy={flow.busy}
          failure={failure}
          demo={workspace.book === 'demo'}
        >
          {figures}
        </ConfirmOrder>
      )}
    </form>
  );
}
