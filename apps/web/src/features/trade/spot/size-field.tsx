import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { isByAmount, type SpotTerms } from '@glasshouse/trade/spot/draft';
import { placesOf } from '@glasshouse/trade/spot/figures';
import { AmountField, Segmented } from '@glasshouse/ui';
import { Available } from '../../../parts/money/available.tsx';
import { usePercentChips } from '../../../parts/ticket/use-percent-chips.ts';
import type { SpotTicketState } from './use-spot-ticket.ts';

/** Decimals that can be typed for an amount of the quote asset. */
const AMOUNT_PLACES = 2;

interface SizeFieldProps {
  readonly ticket: SpotTicketState;
  readonly terms: SpotTerms;
  readonly error: string | undefined;
}

/** The size: a quantity of the coin or, for a market purchase, an amount to spend. */
export function SizeField({ ticket, terms, error }: SizeFieldProps) {
  const t = useT();
  const { draft, change } = ticket;
  return (
    <>
      {draft.type === 'market' && draft.side === 'buy' && (
        <Segmented
          full
          size="s"
          label={t('workspace:spot.by')}
          value={draft.by}
          onChange={(by) => change({ by })}
          options={[
            { value: 'quantity', label: terms.base },
            { value: 'amount', label: terms.quote },
          ]}
        />
      )}
      {isByAmount(draft) ? (
        <AmountSize ticket={ticket} terms={terms} error={error} />
      ) : (
        <QuantitySize ticket={ticket} terms={terms} error={error} />
      )}
    </>
  );
}

function QuantitySize({ ticket, terms, error }: SizeFieldProps) {
  const t = useT();
  const chips = usePercentChips();
  const words = useSizeWords(ticket, terms);
  const places = placesOf(terms.quantityStep);
  return (
    <AmountField
      label={t('workspace:spot.quantity')}
      aside={words.available}
      hint={words.hint}
      error={error}
      value={ticket.draft.quantity}
      onChange={(quantity) => ticket.change({ quantity })}
      onBlur={() => ticket.leave('size')}
      asset={terms.base}
      decimals={places}
      step={terms.quantityStep}
      max={terms.maxQuantity}
      available={ticket.most}
      chips={chips}
      stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
    />
  );
}

function AmountSize({ ticket, terms, error }: SizeFieldProps) {
  const t = useT();
  const chips = usePercentChips();
  const words = useSizeWords(ticket, terms);
  return (
    <AmountField
      label={t('workspace:spot.spend')}
      aside={words.available}
      hint={t('workspace:spot.spendHint')}
      error={error}
      value={ticket.draft.amount}
      onChange={(amount) => ticket.change({ amount })}
      onBlur={() => ticket.leave('size')}
      asset={terms.quote}
      decimals={AMOUNT_PLACES}
      step="10"
      available={ticket.available?.quote}
      chips={chips}
      stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
    />
  );
}

function useSizeWords(ticket: SpotTicketState, terms: SpotTerms) {
  const t = useT();
  const format = useFormat();
  const buy = ticket.draft.side === 'buy';
  const has = ticket.available && (buy ? ticket.available.quote : ticket.available.base);
  const asset = buy ? terms.quote : terms.base;
  return {
    available: has === undefined ? undefined : <Available value={has} asset={asset} />,
    hint: t('workspace:spot.minimum', {
      quantity: format.money(terms.minQuantity, terms.base, { min: 0, max: 8 }),
      amount: format.money(terms.minAmount, terms.quote),
    }),
  };
}
