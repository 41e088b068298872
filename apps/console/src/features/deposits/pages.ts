import { ArrowDownToLine } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const depositPages: readonly PageSpec[] = [
  {
    path: '/deposits',
    title: 'console:page.deposits',
    icon: ArrowDownToLine,
    permission: 'deposits.read',
    place: 'transfers',
    count: 'deposits',
    namespaces: ['records'],
    load: async () => (await import('./deposits-page.tsx')).DepositsPage,
  },
];
