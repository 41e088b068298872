import { Handshake, Landmark } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

const common = { permission: 'loans.read', namespaces: ['loans', 'plans', 'records', 'account'] } as const;

export const loanPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/loans',
    title: 'console:page.loans',
    icon: Handshake,
    place: 'products',
    count: 'loans',
    load: async () => (await import('./loans-page.tsx')).LoansPage,
  },
];

export const lendingPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/lending',
    title: 'console:page.lending',
    icon: Landmark,
    place: 'pools',
    load: async () => (await import('./lending-page.tsx')).LendingPage,
  },
];
