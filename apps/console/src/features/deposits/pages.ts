import { ArrowDownToLine } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const depositPages: readonly PageSpec[] = [
  {
    path: '/deposits',
    title: 'console:page.deposits',
    shortTitle: 'console:page.depositsShort',
    icon: ArrowDownToLine,
    permission: 'deposits.read',
    group: 'queues',
    count: 'deposits',
    onPhone: true,
    namespaces: ['records'],
    load: async () => (await import('./deposits-page.tsx')).DepositsPage,
  },
];
