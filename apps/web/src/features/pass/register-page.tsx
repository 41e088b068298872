export const RegisterPage = () => null;
