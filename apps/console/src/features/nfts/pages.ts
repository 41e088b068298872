import { Handshake } from '@glasshouse/ui/icon/icons';
import type { PageSpec } from '../../parts/page-spec.ts';

export const nftPages: readonly PageSpec[] = [
  {
    path: '/nfts',
    title: 'console:page.nfts',
    icon: Handshake,
    permission: 'nfts.read',
    namespaces: ['records', 'account', 'nfts'],
    place: 'products',
    load: async () => (await import('./nfts-page.tsx')).NftsPage,
  },
];
