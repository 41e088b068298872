import type { ResultOf } from '@glasshouse/api';
import { writtenIn } from '@glasshouse/app/content/written-in';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Button, Card, EmptyState, Page, PageHead, Section, SkeletonBlock } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { useContents } from '../../parts/content/use-contents.ts';
import { startTour } from '../../parts/tour/tour.ts';
import { DetailPage, DocumentPage } from './document-page.tsx';
import { FaqList } from './faq-list.tsx';
import styles from './help.module.css';

type Summary = ResultOf<'listContents'>[number];

/** The number of the introduction, in every installation. */
const INTRODUCTION = 3;

/** Every page of texts, by its path: they share one chunk. */
export function HelpPage() {
  const [path] = useLocation();
  switch (path.replace(/\/$/, '')) {
    case '/help/faq':
      return <FaqPage />;
    case '/help/notice':
      return <NoticePage />;
    case '/detail':
      return <DetailPage />;
    case '/introduction':
      return <DocumentPage id={INTRODUCTION} />;
    default:
      return <HelpCentre />;
  }
}

function HelpCentre() {
  const t = useT();
  return (
    <Page width="reading">
      <PageHead
        title={t('help:title')}
        note={t('help:faqText')}
        actions={
          <>
            <TourButton />
            <LinkButton href="/help/notice">{t('help:notices')}</LinkButton>
          </>
        }
      />
      <FaqList />
      <Section title={t('help:documents')} className={styles.documents}>
        <Summaries kind="document" rows={8} />
      </Section>
    </Page>
  );
}

function TourButton() {
  const t = useT();
  const [, navigate] = useLocation();
  const start = () => {
    startTour();
    navigate('/market');
  };
  return <Button onClick={start}>{t('guide:tour.start')}</Button>;
}

function FaqPage() {
  const t = useT();
  return (
    <Page width="reading">
      <PageHead title={t('help:faq')} note={t('help:faqText')} />
      <FaqList />
    </Page>
  );
}

function NoticePage() {
  const t = useT();
  return (
    <Page width="reading">
      <PageHead title={t('help:notices')} note={t('help:noticesText')} />
      <Summaries kind="notice" rows={3} />
    </Page>
  );
}

function Summaries({ kind, rows }: { kind: 'document' | 'notice'; rows: number }) {
  const t = useT();
  const list = useContents(kind);
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state !== 'ready') return <SkeletonBlock height={`${rows * 0.48}rem`} />;
  if (list.value.length === 0) return <EmptyState title={t('help:noNotices')} />;
  return (
    <Card flush>
      {list.value.map((item) => (
        <Row key={item.id} summary={item} />
      ))}
    </Card>
  );
}

function Row({ summary: { id, title, publishedAt, lang } }: { summary: Summary }) {
  const format = useFormat();
  const { language } = useTranslator();
  return (
    <Link href={`/detail?id=${id}`} className={styles.row}>
      <span {...writtenIn(lang, language)}>{title}</span>
      {publishedAt !== null && <span className={styles.when}>{format.date(publishedAt)}</span>}
    </Link>
  );
}
