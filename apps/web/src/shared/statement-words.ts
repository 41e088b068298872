import type { Translator } from '@glasshouse/i18n';

type Find = Pick<Translator, 'find'>;
/** Why money moved, in words; an unknown reason shows its key rather than nothing. */
export const reasonWords = ({ find }: Find, reason: string): string => find(`account:reason.${reason}`) ?? reason;

/** The other account of a movement: one of the house, or one of the user's own. */
export const otherSideWords = ({ find }: Find, side: string): string =>
  find(`account:otherSide.${side}`) ?? find(`account:accountKind.${side}`) ?? side;
