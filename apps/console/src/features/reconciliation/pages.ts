import { Scale } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const reconciliationPages: readonly PageSpec[] = [
  {
    path: '/reconciliation',
    title: 'console:page.reconciliation',
    icon: Scale,
    permission: 'ledger.read',
    place: 'ledger',
    load: async () => (await import('./reconciliation-page.tsx')).ReconciliationPage,
  },
];
