export const ResetPage = () => null;
