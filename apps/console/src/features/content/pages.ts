import { FileText } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

const common = {
  title: 'console:page.content',
  icon: FileText,
  permission: 'content.read',
  namespaces: ['records', 'help'],
} as const;

export const contentPages: readonly PageSpec[] = [
  {
    ...common,
    path: '/content',
    place: 'content',
    load: async () => (await import('./content-page.tsx')).ContentPage,
  },
  {
    ...common,
    path: '/content/:id',
    load: async () => (await import('./item-page.tsx')).ItemPage,
  },
];
