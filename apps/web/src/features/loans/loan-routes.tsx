import { needMessages, useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Page, PageHead } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { AgreementPage } from './agreement-page.tsx';
import { LoanPage } from './loan-page.tsx';
import { LoansPage } from './loans-page.tsx';
import { LoginCard } from './login-card.tsx';

/** The number in the URL, at most fifteen digits; anything else becomes 0, which nothing has. */
const numberIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** Everything below `/loan`: one chunk, as each page leads to the others. */
function LoanRoutes() {
  const t = useT();
  const [path] = useLocation();
  const [, , first = '', second = ''] = path.split('/');
  const isIn = useSession() !== undefined;
  if (first === '') return <LoansPage />;
  if (!isIn) {
    return (
      <Page>
        <PageHead title={t('loans:title')} note={t('loans:text')} />
        <LoginCard />
      </Page>
    );
  }
  if (first === 'agreement') return <AgreementPage id={numberIn(second)} />;
  return <LoanPage id={numberIn(first)} />;
}

/** With the texts of all of them. */
export async function load() {
  await needMessages(['loans', 'guide', 'plans', 'wallet', 'kyc', 'trade', 'account', 'funds', 'errors']);
  return LoanRoutes;
}
