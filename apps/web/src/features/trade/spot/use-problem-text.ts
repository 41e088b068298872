import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { isByAmount, type SpotProblem, type SpotTerms } from '@glasshouse/trade/spot/draft';
import type { TicketField } from '@glasshouse/trade/ticket/ticket';
import { shortPlaces } from '../../../parts/money/short-places.ts';
import type { SpotTicketState } from './use-spot-ticket.ts';

/** What is wrong with a field, in words that say what to do. */
export function useProblemText(ticket: SpotTicketState, terms: SpotTerms) {
  const t = useT();
  const format = useFormat();
  const coins = (value: string) => format.money(value, terms.base, { min: 0, max: 8 });
  return (problem: SpotProblem, field: TicketField): string => {
    switch (problem) {
      case 'empty':
        if (field === 'distance') return t('workspace:spot.enterDistance');
        if (field !== 'size') return t('workspace:spot.enterPrice');
        return t(isByAmount(ticket.draft) ? 'workspace:spot.enterAmount' : 'workspace:spot.enterQuantity');
      case 'tickSize':
        return t('workspace:spot.tickSize', { step: format.number(terms.tickSize) });
      case 'tooFar':
        return t('workspace:spot.tooFar', { band: format.percent(terms.bandRate, { max: 2 }) });
      case 'wouldTrade':
        return t('workspace:spot.wouldTrade');
      case 'stopBelow':
        return t('workspace:spot.stopBelow');
      case 'stopAbove':
        return t('workspace:spot.stopAbove');
      case 'ocoCrosses':
        return t('workspace:spot.ocoCrosses');
      case 'step':
        return t('workspace:spot.step', { step: coins(terms.quantityStep) });
      case 'quantityTooSmall':
        return t('workspace:spot.quantityTooSmall', { min: coins(terms.minQuantity) });
      case 'quantityTooLarge':
        return t('workspace:spot.quantityTooLarge', { max: coins(terms.maxQuantity) });
      case 'amountTooSmall':
        return t('workspace:spot.amountTooSmall', { min: format.money(terms.minAmount, terms.quote) });
      case 'notEnoughBase':
        return t('trade:options.notEnough', { available: coins(ticket.available?.base ?? '0') });
      case 'notEnoughQuote': {
        const quote = ticket.available?.quote ?? '0';
        return t('trade:options.notEnough', {
          available: format.money(quote, terms.quote, shortPlaces(terms.quote, quote)),
        });
      }
    }
  };
}
