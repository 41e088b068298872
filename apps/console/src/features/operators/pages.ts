import { UsersRound } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const operatorPages: readonly PageSpec[] = [
  {
    path: '/operators',
    title: 'console:page.operators',
    icon: UsersRound,
    permission: 'operators.read',
    place: 'parameters',
    load: async () => (await import('./operators-page.tsx')).OperatorsPage,
  },
];
