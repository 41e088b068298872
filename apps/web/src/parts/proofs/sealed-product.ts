/** Products whose orders have a receipt with prices; deposits and withdrawals have none. */
const SEALED = ['options', 'contracts', 'spot', 'convert'] as const;
export type SealedProduct = (typeof SEALED)[number];

export const isSealed = (product: string): product is SealedProduct => SEALED.some((name) => name === product);
