import { ChartColumn } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const dashboardPages: readonly PageSpec[] = [
  {
    path: '/',
    title: 'console:page.dashboard',
    shortTitle: 'console:page.dashboardShort',
    icon: ChartColumn,
    permission: 'dashboard.read',
    namespaces: ['records', 'account'],
    place: 'overview',
    onPhone: true,
    load: async () => (await import('./dashboard-page.tsx')).DashboardPage,
  },
];
