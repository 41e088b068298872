import { ShieldCheck } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const ownPages: readonly PageSpec[] = [
  {
    path: '/security',
    title: 'console:page.security',
    icon: ShieldCheck,
    namespaces: ['records'],
    place: 'own',
    load: async () => (await import('./security-page.tsx')).SecurityPage,
  },
];
