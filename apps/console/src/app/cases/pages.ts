import { REVIEWS } from '@glasshouse/api/operator/queues';
import { Inbox } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

/** The first place of whoever decides or answers something: the cases of all features. */
export const casePages: readonly PageSpec[] = [
  {
    path: '/queue',
    title: 'console:page.queue',
    icon: Inbox,
    anyOf: REVIEWS,
    namespaces: ['records', 'account', 'security', 'loans', 'plans', 'support', 'kyc'],
    place: 'queue',
    count: 'cases',
    onPhone: true,
    load: async () => (await import('./cases-page.tsx')).CasesPage,
  },
];
