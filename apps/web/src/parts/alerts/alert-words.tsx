import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import type { PriceAlert } from '@glasshouse/trade/orders';

/** `rises to 65,000.00`, or `opens`. */
export const alertCondition = (
  t: Translator['t'],
  format: Pick<Formatter, 'price'>,
  alert: Pick<PriceAlert, 'direction' | 'price' | 'precision' | 'opening'>,
): string =>
  alert.opening === true
    ? t('alerts:opens')
    : t(alert.direction === 'above' ? 'alerts:risesTo' : 'alerts:fallsTo', {
        price: format.price(alert.price, alert.precision),
      });
