import { Landmark } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const housePages: readonly PageSpec[] = [
  {
    path: '/house',
    title: 'console:page.house',
    icon: Landmark,
    permission: 'house.read',
    namespaces: ['records', 'account'],
    place: 'pools',
    load: async () => (await import('./house-page.tsx')).HousePage,
  },
];
