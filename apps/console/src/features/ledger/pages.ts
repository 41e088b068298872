import { ListOrdered } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

const common = {
  title: 'console:page.ledger',
  icon: ListOrdered,
  permission: 'ledger.read',
  namespaces: ['records', 'account'],
} as const;

export const ledgerPages: readonly PageSpec[] = [
  { ...common, path: '/ledger', place: 'ledger', load: async () => (await import('./ledger-page.tsx')).LedgerPage },
  { ...common, path: '/ledger/accounts/:id', load: async () => (await import('./account-page.tsx')).AccountPage },
  { ...common, path: '/ledger/entries/:seq', load: async () => (await import('./entry-page.tsx')).EntryPage },
];
