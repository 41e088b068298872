export const StatementPage = () => null;
