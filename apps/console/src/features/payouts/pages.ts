import { Send } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const payoutPages: readonly PageSpec[] = [
  {
    path: '/payouts',
    title: 'console:page.payouts',
    icon: Send,
    permission: 'withdrawals.read',
    namespaces: ['records'],
    place: 'transfers',
    load: async () => (await import('./payouts-page.tsx')).PayoutsPage,
  },
  {
    path: '/payouts/:id',
    title: 'console:page.payouts',
    icon: Send,
    permission: 'withdrawals.read',
    namespaces: ['records'],
    load: async () => (await import('./batch-page.tsx')).BatchPage,
  },
];
