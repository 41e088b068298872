import type { MessageKey } from '@glasshouse/i18n';

export type AccountTab = 'overview' | 'balances' | 'activity' | 'transfers';

interface TabLink {
  readonly tab: AccountTab;
  readonly href: string;
  readonly label: MessageKey;
}

/** The account's pages, in their order. */
export const ACCOUNT_TABS: readonly TabLink[] = [
  { tab: 'overview', href: '/portfolio', label: 'portfolio:tab.overview' },
  { tab: 'balances', href: '/profile/balancebb', label: 'account:balances.title' },
  { tab: 'activity', href: '/zjxq', label: 'portfolio:tab.activity' },
  { tab: 'transfers', href: '/profile/balance', label: 'portfolio:tab.transfers' },
];
