import type { MessageKey } from '@glasshouse/i18n';
import type { IconType } from '@glasshouse/ui';
import { Bell, BookUser, CircleUser, Headset, History, IdCard, Settings, User } from '@glasshouse/ui/icon/icons';

export interface PersonPlace {
  readonly href: string;
  readonly label: MessageKey;
  readonly icon: IconType;
}

/** Every page that concerns a person and not their money, in this order. */
export const PERSON_PLACES = {
  profile: { href: '/profile', label: 'shell:nav.profile', icon: CircleUser },
  info: { href: '/profile/info', label: 'account:profile.info', icon: User },
  identity: { href: '/profile/identity', label: 'kyc:title', icon: IdCard },
  settings: { href: '/profile/settings', label: 'shell:tool.settings', icon: Settings },
  notices: { href: '/profile/notification', label: 'notices:title', icon: Bell },
  invite: { href: '/profile/invite', label: 'funds:invite.title', icon: BookUser },
  imports: { href: '/profile/imports', label: 'account:profile.imports', icon: History },
  support: { href: '/profile/kefu', label: 'support:title', icon: Headset },
} as const satisfies Readonly<Record<string, PersonPlace>>;
