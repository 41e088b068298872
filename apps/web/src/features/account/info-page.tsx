export const InfoPage = () => null;
