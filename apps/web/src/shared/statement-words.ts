import type { Translator } from '@glasshouse/i18n';

type Find = Pick<Translator, 'find'>;
/** The name of a ledger reason; an unknown one shows its key. */
export const reasonWords = ({ find }: Find, reason: string): string => find(`account:reason.${reason}`) ?? reason;

/** The counterparty of a movement: a house account, or another one of the user. */
export const otherSideWords = ({ find }: Find, side: string): string =>
  find(`account:otherSide.${side}`) ?? find(`account:accountKind.${side}`) ?? side;
