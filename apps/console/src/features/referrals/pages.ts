import { UsersRound } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

const common = { permission: 'referrals.read', namespaces: ['records'] } as const;

export const referralPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/referrals',
    title: 'console:page.referrals',
    icon: UsersRound,
    place: 'invitations',
    load: async () => (await import('./referrals-page.tsx')).ReferralsPage,
  },
];
