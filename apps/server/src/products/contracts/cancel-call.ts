import { code } from '@glasshouse/api/codes';
import { type CallHandlers, callerOf, type HandlerOf, refuse } from '../../platform/call.ts';

/**
 * One product's part of `cancelOrder`: whether it has this order of the caller, and how to cancel
 * it.
 */
export interface Cancellable {
  readonly owns: (key: { readonly userId: number; readonly id: number }) => Promise<boolean>;
  readonly cancel: HandlerOf<'cancelOrder'>;
}

/**
 * `cancelOrder` serves several products, whose order ids never collide: an id is a log sequence.
 * The products are asked in turn.
 */
export const cancelCall = (products: readonly Cancellable[]) =>
  ({
    async cancelOrder(input, context) {
      const { userId } = callerOf(context);
      for (const product of products) {
        if (await product.owns({ userId, id: input.body.id })) return product.cancel(input, context);
      }
      return refuse(code.orderNotFound, 'id');
    },
  }) satisfies CallHandlers;
