import { needMessages } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Card, Page } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { VisitorGate } from '../../parts/ticket/visitor-gate.tsx';
import { CertificatePage } from './certificate-page.tsx';
import { MyNftsPage } from './my-nfts-page.tsx';
import { NftPage } from './nft-page.tsx';
import { NftsPage } from './nfts-page.tsx';
import { ReceiptPage } from './receipt-page.tsx';

/** The number in the address, of at most fifteen digits; anything else becomes 0. */
const numberIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** Everything below `/nfts`: one chunk, as each of them leads to the others. */
function NftRoutes() {
  const [path] = useLocation();
  const isIn = useSession() !== undefined;
  const [, , first = '', second = ''] = path.split('/');
  if (first === '') return <NftsPage />;
  if (first === 'mine' || first === 'receipt') {
    if (isIn) return first === 'mine' ? <MyNftsPage /> : <ReceiptPage id={numberIn(second)} />;
    return (
      <Page width="reading">
        <Card>
          <VisitorGate />
        </Card>
      </Page>
    );
  }
  return first === 'certificate' && second !== '' ? <CertificatePage /> : <NftPage />;
}

/** With the texts of all of them. */
export async function load() {
  await needMessages(['nfts', 'funds', 'guide', 'trade', 'wallet', 'kyc', 'account', 'errors']);
  return NftRoutes;
}
