import { code } from '@glasshouse/api/codes';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { isByAmount, type SpotDraft, type SpotProblem, type SpotTerms } from '@glasshouse/trade/spot/draft';
import { isTriggerDraft } from '@glasshouse/trade/spot/trigger-figures';
import { fieldErrors } from '@glasshouse/trade/ticket/field-errors';
import type { TicketField } from '@glasshouse/trade/ticket/ticket';
import { Banner, Segmented } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { TicketForm } from '../../../parts/ticket/ticket-form.tsx';
import { useOrderFlow } from '../../../parts/ticket/use-order-flow.ts';
import { useOwnRates } from '../../../parts/ticket/use-own-rates.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { PriceField } from './price-field.tsx';
import { SizeField } from './size-field.tsx';
import styles from './spot.module.css';
import { useSpotTicketFigures } from './spot-ticket-figures.tsx';
import { TimeInForceField } from './time-in-force-field.tsx';
import { TriggerFields } from './trigger-fields.tsx';
import { useMeetsNote } from './use-meets-note.ts';
import { useProblemText } from './use-problem-text.ts';
import { useReportSpotOrder } from './use-report-spot-order.ts';
import { useSpotTicket } from './use-spot-ticket.ts';
import { useTriggerSentence } from './use-trigger-sentence.ts';

const RATES = ['makerRate', 'takerRate'] as const;

interface SpotTicketProps {
  readonly workspace: Workspace;
  /** Called when an order was placed; a sheet closes then. */
  readonly onDone?: (() => void) | undefined;
}

/** Buys and sells coins from the order book. */
export function SpotTicket({ workspace, onDone }: SpotTicketProps) {
  const t = useT();
  const { spot } = workspace.info;
  if (spot === null) return <Banner kind="info">{t('workspace:spot.off')}</Banner>;
  return <Ticket workspace={workspace} listed={spot} onDone={onDone} />;
}

/** A stop that was ahead of the market when it was typed is passed by now. */
const movedAway = ({ side }: SpotDraft, field: TicketField): SpotProblem =>
  field === 'stopPrice' ? (side === 'buy' ? 'stopAbove' : 'stopBelow') : 'tooFar';

function Ticket({ workspace, listed, onDone }: SpotTicketProps & { readonly listed: SpotTerms }) {
  const t = useT();
  const terms = useOwnRates(listed, RATES);
  const format = useFormat();
  const ticket = useSpotTicket(workspace, terms);
  const textOf = useProblemText(ticket, terms);
  const report = useReportSpotOrder();
  const { draft, figures } = ticket;
  const flow = useOrderFlow({
    call: 'placeSpotOrder',
    ticket,
    onPlaced: (order) => {
      report(order);
      ticket.clear();
      workspace.unpick();
      onDone?.();
    },
  });
  // The market can move away from the price while the order is being sent.
  const refusal =
    flow.refusal?.code === code.orderPriceIncorrect
      ? { ...flow.refusal, message: textOf(movedAway(draft, flow.refusal.field), flow.refusal.field) }
      : flow.refusal;
  const errorAt = fieldErrors({ ticket, refusal, textOf });
  const buy = draft.side === 'buy';
  const size = isByAmount(draft)
    ? format.money(figures === undefined ? '0' : draft.amount, terms.quote)
    : format.money(figures?.quantity ?? '0', terms.base, { max: 8 });
  const empty = figures === undefined;
  const isThin = draft.type === 'market' && ticket.bookKnown && figures?.complete === false;
  const action = empty
    ? t(buy ? 'workspace:spot.buyAsset' : 'workspace:spot.sellAsset', { asset: terms.base })
    : isByAmount(draft)
      ? t('workspace:spot.buyFor', { size, asset: terms.base })
      : t(buy ? 'workspace:spot.buySize' : 'workspace:spot.sellSize', { size });
  const sentence = {
    size,
    price: format.price(figures === undefined ? '0' : draft.price, workspace.info.precision),
    quote: terms.quote,
    name: workspace.info.appName,
  };
  const kind = `${buy ? 'buy' : 'sell'}${draft.type === 'limit' ? 'Limit' : 'Market'}` as const;
  const meets = useMeetsNote(draft, terms);
  const waits = useTriggerSentence(draft, workspace.info.precision);
  const isWaiting = isTriggerDraft(draft);
  const hasLimit = draft.type === 'limit' || draft.type === 'stopLimit' || draft.type === 'oco';
  return (
    <TicketForm
      info={workspace.info}
      priceSide={buy ? 'ask' : 'bid'}
      validMs={workspace.info.validity.spot}
      ticket={ticket}
      isEmpty={!/[1-9]/.test(isByAmount(draft) ? draft.amount : draft.quantity)}
      flow={flow}
      confirmation={{
        title: t(buy ? 'workspace:spot.confirmBuy' : 'workspace:spot.confirmSell', { asset: terms.base }),
        sentence: isWaiting
          ? [waits, meets].join(' ').trim()
          : [
              t(isByAmount(draft) ? 'workspace:spot.sentence.buyAmount' : `workspace:spot.sentence.${kind}`, sentence),
              meets,
            ].join(' '),
        action,
        tone: buy ? 'up' : 'down',
      }}
      figures={useSpotTicketFigures({ ticket, terms, precision: workspace.info.precision })}
      warning={isThin && <Banner kind="warning">{t('workspace:spot.thin')}</Banner>}
    >
      <Segmented
        full
        label={t('workspace:side.label')}
        value={workspace.side}
        onChange={workspace.setSide}
        options={[
          { value: 'buy', label: t('workspace:side.buy'), icon: ArrowUpRight, tone: 'up' },
          { value: 'sell', label: t('workspace:side.sell'), icon: ArrowDownRight, tone: 'down' },
        ]}
      />
      <Segmented
        full
        size="s"
        label={t('workspace:spot.type')}
        value={isWaiting ? 'stop' : draft.type}
        onChange={(type) => ticket.change({ type })}
        options={[
          { value: 'limit', label: t('workspace:spot.limit') },
          { value: 'market', label: t('workspace:spot.market') },
          { value: 'stop', label: t('workspace:spot.trigger') },
        ]}
      />
      <TriggerFields workspace={workspace} ticket={ticket} terms={terms} errorAt={errorAt} />
      {hasLimit && <PriceField workspace={workspace} ticket={ticket} terms={terms} error={errorAt('price')} />}
      <SizeField ticket={ticket} terms={terms} error={errorAt('size')} />
      {hasLimit && draft.type !== 'oco' && <TimeInForceField ticket={ticket} />}
      {meets !== '' && <p className={styles.meets}>{meets}</p>}
    </TicketForm>
  );
}
