import type { MessageKey } from '@glasshouse/i18n';
import type { SealState } from '@glasshouse/ui';
import type { MinuteVerdict } from './minute-check.ts';

/** How a minute is drawn and called once it is verified, or while it is waited for. */
export const MINUTE_SEALS = {
  holds: 'sealed',
  broken: 'broken',
  strange: 'broken',
  waiting: 'open',
} as const satisfies Record<MinuteVerdict | 'waiting', SealState>;

export const MINUTE_WORDS = {
  holds: 'site:proof.holds',
  broken: 'site:proof.broken',
  strange: 'site:proof.strange',
  waiting: 'site:proof.waiting',
} as const satisfies Record<MinuteVerdict | 'waiting', MessageKey>;
