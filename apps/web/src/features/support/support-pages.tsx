import { useTranslator } from '@glasshouse/app/language/language';
import { ButtonLink, Card, Page, PageHead } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { PersonPage } from '../../parts/account/person-page.tsx';
import styles from './chat.module.css';
import { Chat } from './chat.tsx';
import { ask } from './support-call.ts';

/** Whether a chat of somebody else stands in for this one. */
function useWidget() {
  return useQuery({
    queryKey: ['supportWidget'],
    queryFn: async () => {
      const answer = await ask('getSupport');
      return answer.ok ? answer.result.widget : null;
    },
  });
}

/** The conversation of who is logged in, among the pages of the account. */
export function KefuPage() {
  const { t, language } = useTranslator();
  const { data: widget } = useWidget();
  return (
    <PersonPage>
      <PageHead
        title={t('support:title')}
        actions={
          <ButtonLink href={`/service.html?language=${language}`} target="_blank" rel="noopener">
            {t('support:window')}
          </ButtonLink>
        }
      />
      {/* Another chat may be framed in its own window alone. */}
      {typeof widget !== 'string' && (
        <Card flush>
          <Chat />
        </Card>
      )}
    </PersonPage>
  );
}

/** In a window of its own, for visitors as well. */
export function ServicePage() {
  const { t } = useTranslator();
  const { data: widget } = useWidget();
  return (
    <Page width="reading" className={styles.service}>
      <h1 className="visually-hidden">{t('support:title')}</h1>
      {typeof widget === 'string' ? (
        <iframe
          title={t('support:title')}
          src={widget}
          className={styles.frame}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        />
      ) : (
        <Card flush>
          <Chat />
        </Card>
      )}
    </Page>
  );
}
