import { ReceiptText } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const reportPages: readonly PageSpec[] = [
  {
    path: '/reports',
    title: 'console:page.reports',
    icon: ReceiptText,
    permission: 'reports.read',
    namespaces: ['records', 'account'],
    place: 'audit',
    load: async () => (await import('./reports-page.tsx')).ReportsPage,
  },
];
