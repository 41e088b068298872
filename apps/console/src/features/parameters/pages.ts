import { Settings } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const parameterPages: readonly PageSpec[] = [
  {
    path: '/parameters',
    title: 'console:page.parameters',
    icon: Settings,
    permission: 'parameters.read',
    namespaces: ['records', 'kyc'],
    place: 'parameters',
    load: async () => (await import('./parameters-page.tsx')).ParametersPage,
  },
];
