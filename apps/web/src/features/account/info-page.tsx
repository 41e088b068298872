import { useT } from '@glasshouse/app/language/language';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { PageHead } from '@glasshouse/ui';
import { useEffect } from 'react';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { Closing } from './closing/closing.tsx';
import { DemoReset } from './demo-reset.tsx';
import { Devices } from './devices.tsx';
import { Facts } from './facts.tsx';
import { SaveGuest } from './save-guest.tsx';
import { DataViews } from './security/data-views.tsx';
import { SecurityHistory } from './security/history.tsx';
import { SecuritySection } from './security/security-section.tsx';

/** Personal information and security; the menu links to each section. */
export function InfoPage() {
  const t = useT();
  const guest = useSession()?.user.guest === true;
  const book = useBook();
  useEffect(() => {
    const target = window.location.hash.slice(1);
    if (target !== '') document.getElementById(target)?.scrollIntoView();
  }, []);
  return (
    <PersonPage>
      <PageHead title={t('account:profile.info')} />
      <Facts />
      {guest ? <SaveGuest /> : <SecuritySection />}
      <Devices />
      {!guest && <SecurityHistory />}
      {!guest && <DataViews />}
      {book === 'demo' && <DemoReset />}
      <Closing />
    </PersonPage>
  );
}
