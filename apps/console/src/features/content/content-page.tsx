import { LANGUAGES } from '@glasshouse/api/constants';
import { CONTENT_KINDS, type ContentKind } from '@glasshouse/api/schemas/content';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Page, PageHead, Segmented, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { fetchCall } from '../../api/client.ts';
import { ShortTable } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';

const ROWS_FIRST = 50;

/** Everything that readers find, by kind, with its state and what is being written. */
export function ContentPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const [kind, setKind] = useState<ContentKind>('document');
  const query = useQuery({
    queryKey: ['listContentItems'],
    queryFn: ({ signal }) => fetchCall('listContentItems', { signal }),
  });
  return (
    <Page>
      <PageHead
        title={t('console:page.content')}
        actions={
          may('content.write') && (
            <LinkButton variant="primary" href={`/content/0?kind=${kind}`}>
              {t('help:op.new')}
            </LinkButton>
          )
        }
      />
      <Stack gap={4}>
        <Segmented
          label={t('help:op.kind')}
          value={kind}
          onChange={setKind}
          options={CONTENT_KINDS.map((value) => ({ value, label: t(`help:op.kinds.${value}`) }))}
        />
        {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
        <ShortTable
          first={ROWS_FIRST}
          caption={t('console:page.content')}
          rows={query.data?.filter((item) => item.kind === kind)}
          rowKey={({ id }) => String(id)}
          empty={t('common:state.nothingFound')}
          columns={[
            {
              id: 'title',
              header: t('help:op.heading'),
              lead: true,
              cell: ({ id, title }) => <Link href={`/content/${id}`}>{title}</Link>,
            },
            {
              id: 'state',
              header: t('common:word.state'),
              cell: ({ state, draftAt }) => (
                <Stack row wrap gap={2}>
                  <Badge tone={state === 'live' ? 'success' : 'neutral'}>{t(`help:op.state.${state}`)}</Badge>
                  {draftAt !== null && state !== 'draft' && <Badge tone="accent">{t('help:op.hasDraft')}</Badge>}
                </Stack>
              ),
            },
            {
              id: 'languages',
              header: t('help:op.languages'),
              align: 'end',
              cell: ({ languages }) => `${languages.length} / ${LANGUAGES.length}`,
            },
            {
              id: 'at',
              header: t('common:word.time'),
              align: 'end',
              cell: ({ publishedAt, draftAt }) => {
                const at = draftAt ?? publishedAt;
                return at === null ? '–' : format.dateTime(at);
              },
            },
          ]}
        />
      </Stack>
    </Page>
  );
}
