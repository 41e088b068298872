import type { ResultOf } from '@glasshouse/api';
import type { MessageKey } from '@glasshouse/i18n';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import { optionNet } from '@glasshouse/trade/options/result';
import { contractReplay, conversionReplay, optionReplay, spotReplay } from './replay/of-order.ts';
import type { Replay } from './replay/replay.ts';

export type SharedReceipt = ResultOf<'getSharedReceipt'>;

/** What a shared receipt came to: an amount with its asset, and whether its sign is a result. */
export interface SharedResult {
  readonly value: string | undefined;
  readonly asset: string;
  readonly isSigned: boolean;
}

const CONTRACTS_ASSET = 'USDT';

export function sharedReplay(shared: SharedReceipt, t: (key: MessageKey) => string): Replay | undefined {
  switch (shared.kind) {
    case 'option':
      return optionReplay(shared.order, t);
    case 'contract': {
      const { order } = shared;
      const nameOf = (step: { readonly kind: string }): string =>
        step.kind === 'closed' && order.closedBy !== null
          ? t(order.closedBy === 'user' ? 'order:step.closed' : `order:closedBy.${order.closedBy}`)
          : t(`order:step.${step.kind}` as MessageKey);
      return contractReplay(order, { steps: order.steps, net: netResult(order), nameOf });
    }
    case 'spot': {
      const { order } = shared;
      return spotReplay(order, {
        fills: order.fills,
        label: t(order.side === 'buy' ? 'order:side.buy' : 'order:side.sell'),
      });
    }
    case 'conversion':
      return conversionReplay(shared.order, t('order:mid'));
  }
}

export function sharedResult(shared: SharedReceipt): SharedResult {
  switch (shared.kind) {
    case 'option':
      return { value: optionNet(shared.order), asset: shared.order.asset, isSigned: true };
    case 'contract':
      return { value: netResult(shared.order), asset: CONTRACTS_ASSET, isSigned: true };
    case 'spot':
      return { value: shared.order.filledQuantity, asset: shared.order.base, isSigned: false };
    case 'conversion':
      return { value: shared.order.received, asset: shared.order.to, isSigned: false };
  }
}
