import { IdCard } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const kycPages: readonly PageSpec[] = [
  {
    path: '/kyc',
    title: 'console:page.kyc',
    shortTitle: 'console:page.kycShort',
    icon: IdCard,
    permission: 'kyc.read',
    group: 'queues',
    count: 'kyc',
    onPhone: true,
    load: async () => (await import('./kyc-page.tsx')).KycPage,
  },
];
