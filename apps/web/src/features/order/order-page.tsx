export const OrderPage = () => null;
