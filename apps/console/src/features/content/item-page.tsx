import { LANGUAGES, type Language } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { CONTENT_KINDS, type ContentKind, FAQ_CATEGORIES } from '@glasshouse/api/schemas/content';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { Banner, Button, Page, PageHead, Section, Segmented, Select, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fetchCall } from '../../api/client.ts';
import { ShortTable } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import { Compare } from './compare.tsx';
import { Editor } from './editor.tsx';
import type { Placed, Words } from './placed.ts';
import { usePublishing } from './use-publishing.tsx';

type Item = OperatorResultOf<'getContentItem'>;

const GROUPS = { 1: 'help:group.company', 2: 'help:group.policy', 3: 'help:group.statements' } as const;
const VERSIONS_FIRST = 20;

/** One text: a tab for each language, what readers will see, its versions, and publishing. */
export function ItemPage() {
  const [path] = useLocation();
  const id = Number(path.split('/')[2] ?? 0);
  const requestedKind = new URLSearchParams(useSearch()).get('kind');
  const kind: ContentKind = CONTENT_KINDS.find((candidate) => candidate === requestedKind) ?? 'document';
  const query = useQuery({
    queryKey: ['getContentItem', id],
    queryFn: ({ signal }) => fetchCall('getContentItem', { params: { id }, signal }),
    enabled: 0 < id,
  });
  const again = (): void => void query.refetch();
  if (0 < id && query.data === undefined) {
    return (
      <Page>
        {query.error === null ? (
          <SkeletonBlock height="5rem" />
        ) : (
          <FailureNote failure={failureOf(query.error)} retry={again} />
        )}
      </Page>
    );
  }
  return <Item key={id} id={id} item={query.data} kind={kind} onChange={again} />;
}

interface ItemProps {
  readonly id: number;
  /** Undefined: something new. */
  readonly item: Item | undefined;
  readonly kind: ContentKind;
  readonly onChange: () => void;
}

function Item({ id, item, kind, onChange }: ItemProps) {
  const t = useT();
  const may = useMay();
  const [, navigate] = useLocation();
  const [language, setLanguage] = useState<Language>('en');
  const [placed, setPlaced] = useState<Placed>(() => ({
    kind: item?.kind ?? kind,
    type: item?.type ?? 3,
    category: item?.category ?? (kind === 'faq' ? 'start' : null),
  }));
  // By language, so that looking at another one loses nothing that was typed.
  const [typed, setTyped] = useState<Partial<Record<Language, Words>>>({});
  const saved = (language: Language): Words => item?.texts[language] ?? { title: '', content: '' };
  const isTyped = (language: Language): boolean => {
    const { title, content } = typed[language] ?? saved(language);
    return title !== saved(language).title || content !== saved(language).content;
  };
  const isMoved = item !== undefined && (item.type !== placed.type || item.category !== placed.category);
  const unsaved = LANGUAGES.filter(isTyped);
  const publishing = usePublishing(id, onChange);
  const missing = LANGUAGES.filter((language) => item?.texts[language] === undefined);
  const onSaved = (made: number): void => {
    if (id === 0) navigate(`/content/${made}`, { replace: true });
    else onChange();
  };
  const hasDraft = item !== undefined && item.draftAt !== null;
  // What is published is what was saved, not what is on the screen.
  const obstacle =
    item?.texts['en'] === undefined
      ? t('help:op.needsEnglish')
      : 0 < unsaved.length || isMoved
        ? t('help:op.unsaved')
        : undefined;
  return (
    <Page>
      <PageHead
        title={item?.title ?? t('help:op.new')}
        note={
          item !== undefined && 0 < missing.length
            ? t('help:op.missing', { languages: missing.join(', ') })
            : t(`help:op.kinds.${placed.kind}`)
        }
        actions={
          may('content.write') &&
          item !== undefined && (
            <Stack row wrap gap={2}>
              {(item.state === 'live' || item.state === 'scheduled') && (
                <Button onClick={publishing.askWithdraw}>{t('help:op.withdraw')}</Button>
              )}
              {hasDraft && (
                <Button variant="primary" disabled={obstacle !== undefined} onClick={publishing.askPublish}>
                  {t('help:op.publish')}
                </Button>
              )}
            </Stack>
          )
        }
      />
      <Stack gap={5}>
        {hasDraft && obstacle !== undefined && <Banner kind="info">{obstacle}</Banner>}
        <Stack row wrap gap={4}>
          {item !== undefined && (
            <Select
              label={t('help:op.language')}
              value={language}
              onChange={setLanguage}
              options={LANGUAGE_LIST.map(({ code, name }) => ({
                value: code,
                label: name,
                note: unsaved.includes(code) ? t('help:op.unsavedMark') : missing.includes(code) ? '–' : undefined,
              }))}
            />
          )}
          {placed.kind === 'document' && (
            <Segmented
              label={t('help:op.group')}
              value={`${placed.type}`}
              onChange={(type) => setPlaced({ ...placed, type: Number(type) as Placed['type'] })}
              options={(['1', '2', '3'] as const).map((value) => ({ value, label: t(GROUPS[value]) }))}
            />
          )}
          {placed.kind === 'faq' && (
            <Select
              label={t('help:op.group')}
              value={placed.category ?? undefined}
              onChange={(category) => setPlaced({ ...placed, category })}
              options={FAQ_CATEGORIES.map((value) => ({ value, label: t(`help:category.${value}`) }))}
            />
          )}
        </Stack>
        <Editor
          key={language}
          id={id}
          placed={placed}
          language={language}
          written={typed[language] ?? saved(language)}
          isChanged={isTyped(language) || isMoved}
          onChange={(words) => setTyped({ ...typed, [language]: words })}
          placeholders={item?.placeholders ?? []}
          onSaved={onSaved}
        />
        {item !== undefined && <Versions item={item} language={language} />}
      </Stack>
      {publishing.dialog}
    </Page>
  );
}

function Versions({ item, language }: { item: Item; language: Language }) {
  const t = useT();
  const format = useFormat();
  const [shown, setShown] = useState<number>();
  const timeOf = (at: string | null): string => (at === null ? '–' : format.dateTime(at));
  return (
    <Section title={t('help:op.versions')}>
      <ShortTable
        first={VERSIONS_FIRST}
        caption={t('help:op.versions')}
        rows={item.versions}
        rowKey={({ version }) => String(version)}
        empty={t('common:state.nothingFound')}
        columns={[
          {
            id: 'version',
            header: t('help:op.versions'),
            lead: true,
            cell: ({ version, isWithdrawal }) =>
              version === 0
                ? t('help:op.state.standard')
                : `${t('help:op.versionNo', { version })}${isWithdrawal ? ` · ${t('help:op.state.withdrawn')}` : ''}`,
          },
          { id: 'by', header: t('console:field.operator'), cell: ({ by }) => by?.name ?? '–' },
          { id: 'from', header: t('help:op.from'), cell: ({ from }) => timeOf(from) },
          { id: 'until', header: t('help:op.until'), cell: ({ until }) => timeOf(until) },
          { id: 'hash', header: t('help:fingerprint'), cell: ({ hash }) => <code>{hash.slice(0, 12)}</code> },
          {
            id: 'actions',
            header: t('help:op.compare'),
            hideHeader: true,
            align: 'end',
            cell: ({ version, isWithdrawal }) =>
              !isWithdrawal && (
                <Button size="s" variant="quiet" onClick={() => setShown(version)}>
                  {t('help:op.compare')}
                </Button>
              ),
          },
        ]}
      />
      {shown !== undefined && (
        <Compare
          id={item.id}
          version={shown}
          language={language}
          text={item.texts[language]?.content ?? ''}
          onClose={() => setShown(undefined)}
        />
      )}
    </Section>
  );
}
