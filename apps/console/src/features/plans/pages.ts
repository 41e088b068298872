import { Coins } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const planPages: readonly PageSpec[] = [
  {
    path: '/plans',
    title: 'console:page.plans',
    icon: Coins,
    permission: 'plans.read',
    namespaces: ['records', 'account', 'plans'],
    place: 'products',
    load: async () => (await import('./plans-page.tsx')).PlansPage,
  },
];
