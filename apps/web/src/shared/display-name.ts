import type { Translator } from '@glasshouse/i18n';
import type { Account } from '../session/session.ts';

/** What the page calls this person: a guest has a number only. */
export const displayName = (t: Translator['t'], user: Account): string =>
  user.guest ? t('shell:guestName', { id: user.id }) : user.displayName;
