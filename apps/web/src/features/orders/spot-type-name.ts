import type { Translator } from '@glasshouse/i18n';
import type { SpotEvidence } from './verify-order.ts';

/** `Limit`, `Stop-market`: the type of a spot order in words. */
export const spotTypeName = (t: Translator['t'], type: SpotEvidence['order']['type']): string =>
  t(type === 'market' || type === 'limit' ? `order:${type}` : `order:kind.${type}`);
