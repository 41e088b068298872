import { History } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const auditPages: readonly PageSpec[] = [
  {
    path: '/audit',
    title: 'console:page.audit',
    icon: History,
    permission: 'audit.read',
    namespaces: ['records', 'account', 'kyc', 'security'],
    place: 'audit',
    load: async () => (await import('./audit-page.tsx')).AuditPage,
  },
];
