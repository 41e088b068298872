import { useTranslator } from '@glasshouse/app/language/language';
import type { MenuItem } from '@glasshouse/ui';
import { Headset } from '@glasshouse/ui/icon/icons';
import { useUnreadSupport } from '../../features/support/use-unread.ts';

/**
 * Support as an item of a menu, in a window of its own. While something is unread, the button of
 * the menu has a dot, and the label of the item in its name.
 */
export function useSupportItem(): { readonly item: MenuItem; readonly isUnread: boolean } {
  const { t, language } = useTranslator();
  const unread = useUnreadSupport();
  const isUnread = 0 < unread;
  const item = {
    id: 'support',
    label: isUnread ? t('support:unread', { number: unread }) : t('support:title'),
    icon: Headset,
    onSelect: () => window.open(`/service.html?language=${language}`, '_blank', 'noopener'),
  };
  return { item, isUnread };
}
