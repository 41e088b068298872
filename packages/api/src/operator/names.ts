/** The name to sign in with: easy to say, to type and to tell apart. */
export const OPERATOR_NAME_PATTERN = '^[a-z][a-z0-9._-]{2,31}$';

const NAME = new RegExp(OPERATOR_NAME_PATTERN);

export const isOperatorName = (name: string): boolean => NAME.test(name);
