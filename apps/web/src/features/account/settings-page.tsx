import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Card, PageHead, Section } from '@glasshouse/ui';
import { BellPlus, Eye, Fingerprint, Monitor, ShieldCheck, Trash2 } from '@glasshouse/ui/icon/icons';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { PERSON_PLACES, type PersonPlace } from '../../parts/account/person-places.ts';
import { EntryLink } from './entry-link.tsx';
import { Preferences } from './preferences.tsx';
import { SettingsTour } from './settings-tour.tsx';

/** What this browser remembers, and the one list of where everything else is set. */
export function SettingsPage() {
  const t = useT();
  const guest = useSession()?.user.guest === true;
  const { info, identity, notices, imports } = PERSON_PLACES;
  const placed = ({ href, icon, label }: PersonPlace) => ({ href, icon, label: t(label) });
  const entries = [
    placed(info),
    ...(guest
      ? []
      : [
          { href: `${info.href}#security`, icon: ShieldCheck, label: t('account:profile.security') },
          { href: `${info.href}#logins`, icon: Fingerprint, label: t('signin:ways.title') },
          { href: `${info.href}#views`, icon: Eye, label: t('security:views.title') },
        ]),
    { href: `${info.href}#devices`, icon: Monitor, label: t('account:sessions.title') },
    placed(identity),
    { href: `${notices.href}#how`, icon: notices.icon, label: t('notices:how.title') },
    { href: '/profile/alerts', icon: BellPlus, label: t('alerts:title') },
    placed(imports),
    { href: `${info.href}#closing`, icon: Trash2, label: t('signin:closing.title') },
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
