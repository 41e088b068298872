import { User, UsersRound } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

const common = {
  permission: 'users.read',
  namespaces: ['records', 'account', 'order', 'trade', 'kyc', 'wallet', 'security'],
} as const;

export const userPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/users',
    title: 'console:page.users',
    icon: UsersRound,
    place: 'members',
    onPhone: true,
    load: async () => (await import('./users-page.tsx')).UsersPage,
  },
  {
    ...common,
    path: '/users/:id',
    title: 'console:page.users',
    icon: User,
    load: async () => (await import('./user-page.tsx')).UserPage,
  },
];
