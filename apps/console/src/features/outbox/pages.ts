import { Mail } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const outboxPages: readonly PageSpec[] = [
  {
    path: '/outbox',
    title: 'console:page.outbox',
    icon: Mail,
    permission: 'outbox.read',
    namespaces: ['records'],
    place: 'content',
    load: async () => (await import('./outbox-page.tsx')).OutboxPage,
  },
];
