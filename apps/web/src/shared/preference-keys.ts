/** `off`: orders are placed without asking once more. */
export const ORDER_CONFIRMATION_KEY = 'orderConfirmation';
