import { useT } from '@glasshouse/app/language/language';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { type Listing, nameOf } from './draft.ts';

export type SaleStep = 'onSale' | 'offSale' | 'ended';

/** Where a work can go from where it is. */
export const STEPS: { readonly [State in Listing['state']]: readonly SaleStep[] } = {
  draft: ['onSale'],
  onSale: ['offSale', 'ended'],
  offSale: ['onSale', 'ended'],
  ended: [],
};

/** Puts a work on sale, stops selling it, or ends it for good. */
export function useSale(onDone: () => void) {
  const t = useT();
  const decision = useDecision(({ listing, to }: { readonly listing: Listing; readonly to: SaleStep }): Decision => {
    const label = t(`nfts:op.to.${to}`);
    return {
      kind: to === 'onSale' ? 'approve' : 'reject',
      label,
      title: `${label}: ${nameOf(listing)}`,
      text: t(`nfts:op.toText.${to}`),
      usual: [t('console:usual.agreed')],
      isUndoable: false,
      stepUp: true,
      done: t('records:users.done'),
      send: ({ reason, idempotencyKey }) =>
        call('setNftSale', { params: { id: listing.id }, body: { to, reason }, idempotencyKey }),
    };
  }, onDone);
  return { ask: (listing: Listing, to: SaleStep): void => decision.ask({ listing, to }), dialog: decision.dialog };
}
