import { AmountField, Segmented } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { Available } from '../../../shared/available.tsx';
import { useFormat } from '../../../shared/format.ts';
import { shortPlaces } from '../../../shared/short-places.ts';
import { usePercentChips } from '../../../shared/ticket/use-percent-chips.ts';
import { isByAmount, placesOf, type SpotProblem, type SpotTerms } from './figures.ts';
import type { RefusedField } from './refused-field.ts';
import type { SpotTicketState } from './use-spot-ticket.ts';

/** Decimals of an amount of the quote asset that can be typed. */
const AMOUNT_PLACES = 2;

interface SizeFieldProps {
  readonly ticket: SpotTicketState;
  readonly terms: SpotTerms;
  readonly refused: RefusedField;
}

/** How much: a quantity of the coin, or for a market order that buys, also what to spend. */
export function SizeField({ ticket, terms, refused }: SizeFieldProps) {
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
        <AmountSize ticket={ticket} terms={terms} refused={refused} />
      ) : (
        <QuantitySize ticket={ticket} terms={terms} refused={refused} />
      )}
    </>
  );
}

function QuantitySize({ ticket, terms, refused }: SizeFieldProps) {
  const t = useT();
  const chips = usePercentChips();
  const words = useSizeWords(ticket, terms);
  const error = useError('quantity', { ticket, terms, refused });
  const places = placesOf(terms.quantityStep);
  return (
    <AmountField
      label={t('workspace:spot.quantity')}
      aside={words.available}
      hint={words.hint}
      error={error}
      value={ticket.draft.quantity}
      onChange={(quantity) => ticket.change({ quantity })}
      onBlur={() => ticket.leave('quantity')}
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

function AmountSize({ ticket, terms, refused }: SizeFieldProps) {
  const t = useT();
  const chips = usePercentChips();
  const words = useSizeWords(ticket, terms);
  const error = useError('amount', { ticket, terms, refused });
  return (
    <AmountField
      label={t('workspace:spot.spend')}
      aside={words.available}
      hint={t('workspace:spot.spendHint')}
      error={error}
      value={ticket.draft.amount}
      onChange={(amount) => ticket.change({ amount })}
      onBlur={() => ticket.leave('amount')}
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

/** What is wrong with the size, in words that say what to do. */
function useError(field: 'quantity' | 'amount', { ticket, terms, refused }: SizeFieldProps): string | undefined {
  const t = useT();
  const format = useFormat();
  if (!ticket.hasLeft(field)) return undefined;
  const problem = ticket.priced.problems[field];
  if (problem === undefined) return refused.field === field ? refused.message : undefined;
  const coins = (value: string) => format.money(value, terms.base, { min: 0, max: 8 });
  const words: Partial<Record<SpotProblem, string>> = {
    empty: t(field === 'amount' ? 'workspace:spot.enterAmount' : 'workspace:spot.enterQuantity'),
    step: t('workspace:spot.step', { step: coins(terms.quantityStep) }),
    quantityTooSmall: t('workspace:spot.quantityTooSmall', { min: coins(terms.minQuantity) }),
    quantityTooLarge: t('workspace:spot.quantityTooLarge', { max: coins(terms.maxQuantity) }),
    amountTooSmall: t('workspace:spot.amountTooSmall', { min: format.money(terms.minAmount, terms.quote) }),
    notEnoughBase: t('trade:options.notEnough', { available: coins(ticket.available?.base ?? '0') }),
    notEnoughQuote: t('trade:options.notEnough', {
      available: format.money(ticket.available?.quote ?? '0', terms.quote, shortPlaces(terms.quote)),
    }),
  };
  return words[problem];
}
