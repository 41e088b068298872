import type { MessageKey } from '@glasshouse/i18n';
import type { IconType } from '@glasshouse/ui';
import { ChartLine, CircleUser, House, ReceiptText, Timer } from '@glasshouse/ui/icon/icons';

export interface Destination {
  readonly href: string;
  readonly label: MessageKey;
  /** Of its tab on phones, where it has one. */
  readonly icon?: IconType;
  /** Visitors who press it log in first, and are brought there; the footer has none of them. */
  readonly private: boolean;
}

/**
 * The main destinations of this release: no entry without a page. A narrow header
 * folds the last ones away.
 */
export const destinations: readonly Destination[] = [
  { href: '/', label: 'shell:nav.home', icon: House, private: false },
  { href: '/market', label: 'shell:nav.market', icon: ChartLine, private: false },
  { href: '/portfolio', label: 'shell:nav.portfolio', private: true },
  { href: '/trading', label: 'shell:nav.plans', icon: Timer, private: false },
  { href: '/loan', label: 'shell:nav.loans', private: false },
  { href: '/profile/exchange', label: 'shell:nav.convert', private: true },
  { href: '/zjxq', label: 'shell:nav.fundingDetails', icon: ReceiptText, private: true },
  { href: '/profile', label: 'shell:nav.profile', icon: CircleUser, private: true },
];

export const isHere = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
