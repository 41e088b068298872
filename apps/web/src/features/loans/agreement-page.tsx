import type { ResultOf } from '@glasshouse/api';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { languageInfo } from '@glasshouse/i18n/languages';
import { agreementHash } from '@glasshouse/rules/loan-agreement';
import { Banner, Card, Page, PageHead, Section, SkeletonBlock, Stack } from '@glasshouse/ui';
import { ArrowLeft } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { NotHere } from '../../parts/page/not-here.tsx';
import { Headline } from './headline.tsx';
import styles from './loans.module.css';
import { PdfButton } from './pdf-button.tsx';
import { SignForm } from './sign-form.tsx';
import { SignedBy } from './signed-by.tsx';

type Agreement = ResultOf<'getLoanAgreement'>;

/** The text of a loan: to be read and signed, and afterwards as it was signed. */
export function AgreementPage({ id }: { id: number }) {
  const t = useT();
  const book = useBook();
  const answerQuery = useQuery({
    queryKey: privateKey('loans', book, 'agreement', id),
    queryFn: ({ signal }) => fetchResult('getLoanAgreement', { params: { id }, signal }),
  });
  const answer = loadable(answerQuery);
  const back = (
    <LinkButton href="/loan" icon={ArrowLeft} mirrorIcon>
      {t('loans:back')}
    </LinkButton>
  );
  if (answer.state !== 'ready') {
    return (
      <Page width="reading">
        <PageHead title={t('loans:title')} actions={back} />
        {answer.state === 'error' ? (
          <NotHere {...answer} order={id === 0 ? 0 : undefined} href="/loan" label={t('loans:title')} />
        ) : (
          <SkeletonBlock height="6rem" />
        )}
      </Page>
    );
  }
  const agreement = answer.value;
  const { loanId } = agreement;
  return (
    <Page width="reading">
      <PageHead
        title={loanId === null ? t('loans:ask') : t('loans:agreementTitle', { id: loanId })}
        note={loanId === null ? t('loans:agreementNote', { version: agreement.version }) : undefined}
        actions={
          loanId === null ? (
            back
          ) : (
            <LinkButton href={`/loan/${loanId}`} icon={ArrowLeft} mirrorIcon>
              {t('loans:one', { id: loanId })}
            </LinkButton>
          )
        }
      />
      <Stack gap={4}>
        <Headline loan={agreement} />
        <Text agreement={agreement} />
        <Section title={t('loans:signTitle')}>
          {loanId === null ? <SignForm agreement={agreement} /> : <SignedBy agreement={agreement} />}
        </Section>
      </Stack>
    </Page>
  );
}

/** Word for word as it was hashed, in the language that it was made in. */
function Text({ agreement }: { agreement: Agreement }) {
  const t = useT();
  const format = useFormat();
  const { text, textHash, language } = agreement;
  const isSame = useMemo(() => agreementHash(text) === textHash, [text, textHash]);
  const [title = '', ...clauses] = text.split('\n');
  const { locale, dir } = languageInfo(language);
  return (
    <Card>
      <Stack gap={3}>
        <div lang={locale} dir={dir} className={styles.text}>
          <h2 className={styles.textTitle}>{title}</h2>
          {clauses.map((clause) => (
            <p key={clause}>{clause}</p>
          ))}
        </div>
        <dl className={styles.hashes}>
          <dt>{t('loans:field.textHash')}</dt>
          <dd className={styles.hash} dir="ltr">
            {textHash}
          </dd>
        </dl>
        <Banner kind={isSame ? 'success' : 'danger'}>{t(isSame ? 'loans:hashFits' : 'loans:hashWrong')}</Banner>
        <Stack row wrap spread gap={3}>
          <span className={styles.muted}>{format.dateTime(agreement.signedAt ?? agreement.madeAt)}</span>
          <PdfButton agreementId={agreement.id} />
        </Stack>
      </Stack>
    </Card>
  );
}
