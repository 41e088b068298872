import { Page, PageHead } from '@glasshouse/ui';
import { useEffect } from 'react';
import { useT } from '../../i18n/language.ts';
import { useBook, useSession } from '../../session/session.ts';
import { BindEmail } from './bind-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DemoReset } from './demo-reset.tsx';
import { Devices } from './devices.tsx';
import { Facts } from './facts.tsx';
import { Preferences } from './preferences.tsx';
import { SaveGuest } from './save-guest.tsx';

/** Personal information, security and preferences; the menu links to each section. */
export function InfoPage() {
  const t = useT();
  const guest = useSession()?.user.guest === true;
  const book = useBook();
  useEffect(() => {
    const target = window.location.hash.slice(1);
    if (target !== '') document.getElementById(target)?.scrollIntoView();
  }, []);
  return (
    <Page width="reading">
      <PageHead title={t('account:profile.info')} />
      <Facts />
      {guest ? (
        <SaveGuest />
      ) : (
        <>
          <BindEmail />
          <ChangePassword />
        </>
      )}
      <Devices />
      <Preferences />
      {book === 'demo' && <DemoReset />}
    </Page>
  );
}
