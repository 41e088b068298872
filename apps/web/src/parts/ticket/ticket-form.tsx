import type { RiskProduct } from '@glasshouse/api/risk-warning';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { lazyPart, OpenedPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { isReady, type Ticket } from '@glasshouse/trade/ticket/ticket';
import { Banner, Button, cx, KeyValue, Pane, usePopover } from '@glasshouse/ui';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useQuote } from '../../live/market.ts';
import { ClosedMarket } from './closed-market.tsx';
import { type Confirmation, ConfirmInPlace, type PriceSide } from './confirm-in-place.tsx';
import { PriceAge } from './price-age.tsx';
import { rowsOf, TicketDetails, type TicketFigures } from './ticket-figures.tsx';
import styles from './ticket-form.module.css';
import type { OrderFlow } from './use-order-flow.ts';
import { type RiskGate, useRiskWarning } from './use-risk-warning.ts';
import { VisitorGate } from './visitor-gate.tsx';

/** Seen once: most people never load it again. */
const RiskWarningNote = lazyPart(async () => (await import('./risk-warning.tsx')).RiskWarningNote);

interface TicketFormProps {
  readonly info: Pick<MarketInfo, 'code' | 'appName' | 'precision' | 'quote' | 'hours'>;
  readonly ticket: Ticket<unknown, unknown, string>;
  readonly flow: OrderFlow;
  readonly confirmation: Confirmation;
  /** The price that moves in the confirmation. */
  readonly priceSide: PriceSide;
  /** How old the price may be that an order is accepted at. */
  readonly validMs: number | null;
  /** Named where nobody orders before having read how many lose with it. */
  readonly risk?: RiskProduct;
  /** The fields. */
  readonly children: ReactNode;
  readonly figures: TicketFigures;
  /** Nothing to order yet: no size was entered. */
  readonly isEmpty?: boolean;
  /** Stands above the button: what the figures do not tell. */
  readonly warning?: ReactNode;
  /** What else to know before ordering, under "Details". */
  readonly hints?: ReactNode;
}

/**
 * The skeleton of every ticket: fields, details, and the part that never leaves the window: the
 * figures that decide above the button, or the confirmation in its place.
 */
export function TicketForm(props: TicketFormProps) {
  const { info, ticket, flow, confirmation, validMs, children, figures, hints } = props;
  const t = useT();
  const gate = useRiskWarning(props.risk);
  const book = useBook();
  const isVisitor = useSession() === undefined;
  const form = useUnfolding();
  const notice = usePopover({ isPane: true, onOpen: (panel) => panel.focus({ preventScroll: true }) });
  const at = useQuote(info.code, (quote) => quote.at);
  // Until the first price arrives there is nothing to confirm.
  const isWaiting = ticket.problems.market === 'noPrice';
  return (
    <form
      ref={form}
      className={cx(styles.ticket, flow.confirming && styles.confirming)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (flow.confirming) flow.confirm();
        else if (isWaiting || props.isEmpty === true) return;
        // The button is in sight before the risk has been read: pressing it shows the notice.
        else if (gate.state === 'unread' && isReady(ticket)) notice.show();
        else if (gate.state !== 'unknown') flow.press();
      }}
    >
      {/* What is being confirmed does not change, and stands whole in place of the fields. */}
      <div className={styles.fields} hidden={flow.confirming}>
        {children}
      </div>
      {!flow.confirming && (
        <TicketDetails figures={figures}>
          {at !== undefined && (
            <p className={styles.age}>
              <span>{t('trade:options.priceAge')}</span>
              <PriceAge at={at} validMs={validMs} />
            </p>
          )}
          {hints !== undefined && <div className={styles.hints}>{hints}</div>}
        </TicketDetails>
      )}
      <div className={cx(styles.commit, styles.stays, book === 'demo' && !isVisitor && styles.demo)}>
        {flow.confirming ? (
          <ConfirmInPlace
            {...confirmation}
            info={info}
            priceSide={props.priceSide}
            figures={rowsOf(figures, figures.confirm)}
            onCancel={flow.cancel}
            busy={flow.busy}
            failure={flow.failure}
          />
        ) : (
          <Decision {...props} gate={gate} isWaiting={isWaiting} anchor={notice.anchorRef} />
        )}
        {book === 'demo' && !isVisitor && <p className={styles.book}>{t('common:book.demoAccount')}</p>}
      </div>
      <Pane popover={notice} label={t('trade:risk.title')}>
        {notice.open && (
          <OpenedPart>
            {/* With virtual money, one press reads the notice and confirms the order below it. */}
            <RiskWarningNote
              gate={gate}
              order={book === 'demo' ? { confirmation, figures: rowsOf(figures, figures.confirm) } : undefined}
              onRead={() => {
                notice.close();
                flow.press({ isConfirmed: book === 'demo' });
              }}
            />
          </OpenedPart>
        )}
      </Pane>
    </form>
  );
}

/** What is unfolded comes into view above the part that stays. */
function useUnfolding() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { current } = form;
    // Not on `toggle`: some of it is unfolded from the start, where there is room.
    const show = ({ target }: MouseEvent): void => {
      const pressed = target instanceof Element ? target.closest('summary')?.parentElement : undefined;
      requestAnimationFrame(() => pressed?.hasAttribute('open') && pressed.scrollIntoView({ block: 'nearest' }));
    };
    current?.addEventListener('click', show);
    return () => current?.removeEventListener('click', show);
  }, []);
  return form;
}

interface DecisionProps extends TicketFormProps {
  readonly gate: RiskGate;
  readonly isWaiting: boolean;
  readonly anchor: RefObject<HTMLButtonElement | null>;
}

/** The figures that decide, the state of the market, and the button. */
function Decision(props: DecisionProps) {
  const { info, flow, confirmation, figures, warning, gate, isWaiting, anchor, isEmpty = false } = props;
  const t = useT();
  const isVisitor = useSession() === undefined;
  const open = useQuote(info.code, (quote) => quote.open);
  const stale = useQuote(info.code, (quote) => quote.stale);
  if (!open) return <ClosedMarket market={info} />;
  return (
    <>
      <KeyValue dense rows={rowsOf(figures, figures.headline)} />
      {warning}
      {stale && <Banner kind="stale">{t('trade:options.stale')}</Banner>}
      {flow.failure !== undefined && flow.refusal === undefined && <FailureNote failure={flow.failure} />}
      {isVisitor ? (
        <VisitorGate />
      ) : (
        <Button
          ref={anchor}
          type="submit"
          size="l"
          full
          variant={confirmation.tone}
          disabled={stale || isEmpty}
          loading={flow.busy || gate.state === 'unknown' || (isWaiting && !stale)}
        >
          {confirmation.action}
        </Button>
      )}
    </>
  );
}
