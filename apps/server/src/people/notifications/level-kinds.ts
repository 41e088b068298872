import { translatorFor } from '@glasshouse/i18n/server';
import type { NoticeKind } from './notice-kind.ts';

/** Of the real account: what the fees of play money reached is no news. */
const changed: NoticeKind<{ readonly level: number; readonly before: number }> = {
  type: 'level.changed',
  table: 'user_levels',
  where: "n.book = 'real' and n.assigned_by is not null and n.level <> n.level_before",
  id: 'n.assigned_by',
  place: 'n.assigned_by',
  at: 'n.assigned_at',
  data: "jsonb_build_object('level', n.level, 'before', n.level_before)",
  text: ({ level, before }, { language }) => {
    const { t } = translatorFor(language);
    const what = before < level ? 'risen' : 'fallen';
    return {
      title: t(`notices:level.${what}`, { level }),
      content: t(`notices:level.${what}Text`, { level, before }),
      link: '/profile#level',
    };
  },
};

export const LEVEL_KINDS: readonly NoticeKind[] = [changed];
