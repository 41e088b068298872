import { CandlestickChart, History, Layers, SlidersHorizontal } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

const common = { permission: 'instruments.read', namespaces: ['records'] } as const;

export const instrumentPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/instruments',
    title: 'console:page.instruments',
    icon: CandlestickChart,
    place: 'instruments',
    load: async () => (await import('./instruments-page.tsx')).InstrumentsPage,
  },
  {
    ...common,
    path: '/instruments/:product/:code',
    title: 'console:page.instruments',
    icon: SlidersHorizontal,
    load: async () => (await import('./terms-page.tsx')).TermsPage,
  },
  {
    ...common,
    path: '/corporate-actions',
    title: 'console:page.calendar',
    icon: History,
    place: 'calendar',
    load: async () => (await import('./calendar-page.tsx')).CalendarPage,
  },
  {
    ...common,
    path: '/fee-tiers',
    title: 'console:page.feeTiers',
    icon: Layers,
    place: 'feeTiers',
    load: async () => (await import('./fee-tiers-page.tsx')).FeeTiersPage,
  },
];
