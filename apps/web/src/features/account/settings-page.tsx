import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Card, PageHead, Section } from '@glasshouse/ui';
import {
  Bell,
  BellPlus,
  Eye,
  Fingerprint,
  History,
  IdCard,
  Monitor,
  ShieldCheck,
  Trash2,
  User,
} from '@glasshouse/ui/icon/icons';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { EntryLink } from './entry-link.tsx';
import { Preferences } from './preferences.tsx';
import { SettingsTour } from './settings-tour.tsx';

/** What this browser remembers, and the one list of where everything else is set. */
export function SettingsPage() {
  const t = useT();
  const guest = useSession()?.user.guest === true;
  const entries = [
    { href: '/profile/info', icon: User, label: t('account:profile.info') },
    ...(guest
      ? []
      : [
          { href: '/profile/info#security', icon: ShieldCheck, label: t('account:profile.security') },
          { href: '/profile/info#logins', icon: Fingerprint, label: t('signin:ways.title') },
          { href: '/profile/info#views', icon: Eye, label: t('security:views.title') },
        ]),
    { href: '/profile/info#devices', icon: Monitor, label: t('account:sessions.title') },
    { href: '/profile/identity', icon: IdCard, label: t('kyc:title') },
    { href: '/profile/notification#how', icon: Bell, label: t('notices:how.title') },
    { href: '/profile/alerts', icon: BellPlus, label: t('alerts:title') },
    { href: '/profile/imports', icon: History, label: t('account:profile.imports') },
    { href: '/profile/info#closing', icon: Trash2, label: t('signin:closing.title') },
  ];
  return (
    <PersonPage>
      <PageHead title={t('shell:tool.settings')} note={t('guide:settings.text')} />
      <Preferences />
      <SettingsTour />
      <Section title={t('guide:settings.account')}>
        <Card flush>
          <ul>
            {entries.map((entry) => (
              <EntryLink key={entry.href} {...entry} />
            ))}
          </ul>
        </Card>
      </Section>
    </PersonPage>
  );
}
