import { useT } from '@glasshouse/app/language/language';
import { Card, KeyValue } from '@glasshouse/ui';

/** What counts towards a level, what each gives, and when it falls. */
export function LevelFacts() {
  const t = useT();
  return (
    <Card>
      <KeyValue
        rows={[
          { id: 'counts', name: t('funds:invite.level.counts'), value: t('funds:invite.level.countsText') },
          { id: 'gives', name: t('funds:invite.level.gives'), value: t('funds:invite.level.givesText') },
          { id: 'falls', name: t('funds:invite.level.falls'), value: t('funds:invite.level.fallsText') },
          { id: 'books', name: t('funds:invite.level.books'), value: t('funds:invite.level.booksText') },
        ]}
      />
    </Card>
  );
}
