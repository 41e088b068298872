import type { Translator } from '@glasshouse/i18n';

type Find = Pick<Translator, 'find'>;
/** The name of a ledger reason; an unknown one shows its key. */
export const reasonWords = ({ find }: Find, reason: string): string => find(`account:reason.${reason}`) ?? reason;

/** Accounts of one product, or one charity, whose number follows the name. */
const NUMBERED = /^(pool\.plan|reserve\.plan|charity)\.?(\d+)$/;

/** The counterparty of a movement: a house account, or another one of the user. */
export function otherSideWords({ find }: Find, side: string): string {
  const [, kind, number] = NUMBERED.exec(side) ?? [];
  if (kind !== undefined) return `${find(`account:otherSide.${kind}`) ?? kind} ${number}`;
  return find(`account:otherSide.${side}`) ?? find(`account:accountKind.${side}`) ?? side;
}
