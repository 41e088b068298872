import { Blocks } from '@glasshouse/app/content/blocks.tsx';
import { writtenIn } from '@glasshouse/app/content/written-in';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Banner, Card, EmptyState, Page, PageHead, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { fetchResult } from '../../api/client.ts';
import styles from './help.module.css';

/** `/detail?id=4`: one text, with where it comes from. The title in the address is not shown. */
export function DetailPage() {
  const id = Number(new URLSearchParams(useSearch()).get('id'));
  return Number.isSafeInteger(id) && 0 < id ? <DocumentPage id={id} /> : <Gone />;
}

function Gone() {
  const t = useT();
  return (
    <Page width="reading">
      <EmptyState title={t('help:gone')} action={<LinkButton href="/help">{t('help:title')}</LinkButton>} />
    </Page>
  );
}

export function DocumentPage({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const { language } = useTranslator();
  const query = useQuery({
    queryKey: ['content', id, language],
    queryFn: ({ signal }) => fetchResult('getContent', { params: { id }, query: { lang: language }, signal }),
  });
  const text = loadable(query);
  if (text.state === 'error' && text.failure.kind === 'refused') return <Gone />;
  return (
    <Page width="reading">
      {text.state === 'loading' && <SkeletonBlock height="5rem" />}
      {text.state === 'error' && <FailureNote failure={text.failure} retry={text.retry} />}
      {text.state === 'ready' && (
        <>
          <PageHead
            title={<span {...writtenIn(text.value.lang, language)}>{text.value.title}</span>}
            note={t('help:updated', { date: format.date(text.value.updatedAt) })}
          />
          <Stack gap={4}>
            {text.value.lang !== language && <Banner kind="info">{t('help:english')}</Banner>}
            <Card>
              <Blocks blocks={text.value.blocks} {...writtenIn(text.value.lang, language)} />
              <p className={styles.origin}>
                {text.value.entry === null
                  ? t('help:standard')
                  : t('help:version', { version: text.value.version, entry: text.value.entry })}
                <br />
                {t('help:fingerprint')} <bdi dir="ltr">{text.value.hash}</bdi>
              </p>
            </Card>
          </Stack>
        </>
      )}
    </Page>
  );
}
