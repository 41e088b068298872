import type { Account } from '@glasshouse/app/session/session';
import type { Translator } from '@glasshouse/i18n';

/** The display name; a guest only has a number. */
export const displayName = (t: Translator['t'], user: Account): string =>
  user.guest ? t('shell:guestName', { id: user.id }) : user.displayName;
