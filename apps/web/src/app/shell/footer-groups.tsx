import { writtenIn } from '@glasshouse/app/content/written-in';
import { useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchResult } from '../../api/client.ts';
import { useContents } from '../../parts/content/use-contents.ts';
import styles from './footer.module.css';
import { footerPlaces } from './navigation.ts';

/** Links of the footer: what the operator has written by its type, and where else to go. */
export function FooterGroups() {
  const { t, language } = useTranslator();
  const session = useSession();
  const list = useContents('document');
  const { data: app } = useQuery({
    queryKey: ['parameter', 'down_url'],
    queryFn: ({ signal }) => fetchResult('getParameter', { params: { key: 'down_url' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const documents = list.state === 'ready' ? list.value : [];
  const ofType = (documentType: number): ReactNode =>
    documents
      .filter(({ type }) => type === documentType)
      .map(({ id, title, lang }) => (
        <Item key={id} href={`/detail?id=${id}`} label={<span {...writtenIn(lang, language)}>{title}</span>} />
      ));
  const android = app?.paramValue ?? '';
  return (
    <>
      <Group label={t('help:group.company')}>
        {ofType(1)}
        <Item href="/help/faq" label={t('help:faq')} />
        <Item href="/help/notice" label={t('help:notices')} />
        <li>
          <a href={`/service.html?language=${language}`} target="_blank" rel="noopener" className={styles.link}>
            {t('shell:footer.support')}
          </a>
        </li>
      </Group>
      <Group label={t('help:group.statements')}>{ofType(3)}</Group>
      <Group label={t('help:group.policy')}>{ofType(2)}</Group>
      <Group label={t('shell:footer.product')}>
        {footerPlaces(session !== undefined).map(({ href, label }) => (
          <Item key={href} href={href} label={t(label)} />
        ))}
        <Item href="/loan" label={t('shell:nav.loans')} />
        <Item href="/nfts" label={t('help:nfts')} />
        <Item href="/house" label={t('shell:footer.house')} />
        <li>
          <a href="/swx/docs" className={styles.link}>
            {t('shell:footer.api')}
          </a>
        </li>
        {android.startsWith('https://') && (
          <li>
            <a href={android} className={styles.link} rel="noopener noreferrer">
              {t('help:android')}
            </a>
          </li>
        )}
      </Group>
    </>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.group}>
      <p className={styles.legend}>{label}</p>
      <ul>{children}</ul>
    </nav>
  );
}

const Item = ({ href, label }: { href: string; label: ReactNode }) => (
  <li>
    <Link href={href} className={styles.link}>
      {label}
    </Link>
  </li>
);
