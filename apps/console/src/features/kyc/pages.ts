import { IdCard } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const kycPages: readonly PageSpec[] = [
  {
    path: '/kyc',
    title: 'console:page.kyc',
    icon: IdCard,
    permission: 'kyc.read',
    place: 'identity',
    count: 'kyc',
    load: async () => (await import('./kyc-page.tsx')).KycPage,
  },
];
