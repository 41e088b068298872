import type { ResultOf } from '@glasshouse/api';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { Banner, Button, Page, PageHead, SkeletonBlock, Stack } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRoute } from 'wouter';
import { fetchResult } from '../../api/client.ts';
import { NotHere } from '../../parts/page/not-here.tsx';
import { useEvidenceVerdict } from '../../parts/proofs/use-evidence-verdict.ts';
import { EVIDENCE_WORDS } from './evidence-words.ts';
import styles from './nfts.module.css';
import { localeOf } from './work-words.tsx';

type CertificateResult = ResultOf<'getNftCertificate'>;

/** A certificate that its owner shares, verified in this browser; nothing else about the owner. */
export function CertificatePage() {
  const { t, language } = useTranslator();
  const [, params] = useRoute<{ token: string }>('/nfts/certificate/:token');
  const token = params?.token ?? '';
  const query = useQuery({
    queryKey: ['nftCertificate', token, language],
    queryFn: async ({ signal }) => {
      const [shown, keys] = await Promise.all([
        fetchResult('getNftCertificate', { params: { token }, signal }),
        fetchResult('listPublicKeys', { signal }),
      ]);
      return { shown, keys: keys.map(({ publicKey }) => publicKey) };
    },
    retry: false,
  });
  const found = loadable(query);
  return (
    <Page width="reading">
      {found.state === 'loading' && <SkeletonBlock height="6rem" />}
      {found.state === 'error' && (
        <>
          <PageHead title={t('nfts:certificate')} />
          <NotHere {...found} href="/nfts" label={t('nfts:works')} />
        </>
      )}
      {found.state === 'ready' && <Certificate {...found.value.shown} keys={found.value.keys} />}
    </Page>
  );
}

function Certificate({ listing, evidence, keys }: CertificateResult & { keys: readonly string[] }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { serial, at, owner, purchase } = evidence.certificate;
  // The whole answer: what the page shows of the work, too.
  const answer = useMemo(() => ({ listing, evidence }), [listing, evidence]);
  const verdict = useEvidenceVerdict(answer, keys);
  const file = `glasshouse-certificate-${purchase}-${serial}.json`;
  const download = () =>
    saveFile(file, new Blob([JSON.stringify(evidence, undefined, 2)], { type: 'application/json' }));
  return (
    <Stack gap={5}>
      <article className={styles.certificate}>
        <p className={styles.kicker}>{t('nfts:certificate')}</p>
        <div className={styles.mat}>
          <img src={listing.image} alt={listing.name} className={styles.large} />
        </div>
        <h1 className={styles.title} {...localeOf(listing.language)}>
          {listing.name}
        </h1>
        <p className={styles.serial}>
          {t('nfts:numberOf', { serial: format.number(String(serial)), supply: format.number(String(listing.supply)) })}
        </p>
        <p>{owner === null ? t('nfts:unnamed') : t('nfts:owner', { name: owner })}</p>
        <p className={styles.note}>
          {t('nfts:for', { charity: listing.charity.name })} · {format.date(at)}
        </p>
        <p className={styles.hash} dir="ltr">
          {evidence.certificate.digest}
        </p>
      </article>
      <Banner kind={verdict === 'proved' ? 'success' : 'danger'}>{t(EVIDENCE_WORDS[verdict])}</Banner>
      <Stack row wrap gap={3}>
        <LinkButton href={`/nfts/${listing.id}`} variant="primary">
          {t('nfts:seeWork')}
        </LinkButton>
        <Button icon={Download} onClick={download}>
          {t('nfts:download')}
        </Button>
      </Stack>
      <p className={styles.note}>
        {t('nfts:offline')}
        <code dir="ltr" className={styles.command}>
          npm run glasshouse -- verify-receipt {file}
        </code>
      </p>
    </Stack>
  );
}
