import { Scale } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const requestPages: readonly PageSpec[] = [
  {
    path: '/requests',
    title: 'console:page.requests',
    shortTitle: 'console:page.requestsShort',
    icon: Scale,
    permission: 'requests.read',
    namespaces: ['records', 'account', 'kyc'],
    place: 'queue',
    count: 'requests',
    onPhone: true,
    load: async () => (await import('./requests-page.tsx')).RequestsPage,
  },
];
