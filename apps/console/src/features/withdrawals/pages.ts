import { ArrowUpFromLine } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const withdrawalPages: readonly PageSpec[] = [
  {
    path: '/withdrawals',
    title: 'console:page.withdrawals',
    icon: ArrowUpFromLine,
    permission: 'withdrawals.read',
    namespaces: ['account', 'records', 'security'],
    place: 'transfers',
    count: 'withdrawals',
    load: async () => (await import('./withdrawals-page.tsx')).WithdrawalsPage,
  },
];
