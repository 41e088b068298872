import { ChartColumn, Headset, ReceiptText } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

const common = { permission: 'support.read', namespaces: ['support', 'records'] } as const;

export const supportPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/support',
    title: 'console:page.support',
    icon: Headset,
    place: 'support',
    count: 'support',
    load: async () => (await import('./support-page.tsx')).SupportPage,
  },
];

export const supportRecordPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/support-answers',
    title: 'console:page.supportAnswers',
    icon: ReceiptText,
    place: 'support',
    load: async () => (await import('./answers-page.tsx')).AnswersPage,
  },
  {
    ...common,
    path: '/support-ratings',
    title: 'console:page.supportRatings',
    icon: ChartColumn,
    place: 'support',
    load: async () => (await import('./ratings-page.tsx')).RatingsPage,
  },
];
