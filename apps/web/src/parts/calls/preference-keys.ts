/** `off`: orders are placed without a confirmation. */
export const ORDER_CONFIRMATION_KEY = 'orderConfirmation';
