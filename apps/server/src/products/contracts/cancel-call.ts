import { code } from '@glasshouse/api/codes';
import { type CallHandlers, callerOf, type HandlerOf, refuse } from '../../platform/call.ts';

/** One product's part of `cancelOrder`: whether the order of this number is its own and the caller's, and how it is cancelled. */
export interface Cancellable {
  readonly owns: (of: { readonly userId: number; readonly id: number }) => Promise<boolean>;
  readonly cancel: HandlerOf<'cancelOrder'>;
}

/**
 * `cancelOrder` cancels orders of several products, whose numbers never coincide: an order's number is its place in the
 * command log. The products are asked in turn; what none of them has is not found.
 */
export const cancelCall = (products: readonly Cancellable[]): Pick<CallHandlers, 'cancelOrder'> => ({
  async cancelOrder(input, context) {
    const { userId } = callerOf(context);
    for (const product of products) {
      if (await product.owns({ userId, id: input.body.id })) return product.cancel(input, context);
    }
    return refuse(code.orderNotFound, 'id');
  },
});
