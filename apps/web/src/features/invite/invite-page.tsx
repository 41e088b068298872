import type { ResultOf } from '@glasshouse/api';
import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { QrCode } from '@glasshouse/app/qr-code.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { Banner, Card, KeyValue, PageHead, Section, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { Friends } from './friends.tsx';
import styles from './invite.module.css';
import { Rewards } from './rewards.tsx';

type Referrals = ResultOf<'getReferrals'>;

/** Code, link and QR; who came and what their fees earned; what one’s own inviter gets. */
export function InvitePage() {
  const t = useT();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('referrals', book),
    queryFn: ({ signal }) => fetchResult('getReferrals', { signal }),
  });
  const found = loadable(query);
  return (
    <PersonPage>
      <PageHead
        title={t('funds:invite.title')}
        note={t('funds:invite.text')}
        actions={<LinkButton href="/profile#level">{t('funds:levels.title')}</LinkButton>}
      />
      <Stack gap={5}>
        {found.state === 'error' && <FailureNote failure={found.failure} retry={found.retry} />}
        {found.state === 'loading' && <SkeletonBlock height="3rem" />}
        {found.state === 'ready' && <Terms referrals={found.value} />}
        <RealGate text={t('funds:invite.gate')}>
          <Friends />
          <Rewards />
        </RealGate>
      </Stack>
    </PersonPage>
  );
}

function Terms({ referrals }: { referrals: Referrals }) {
  const t = useT();
  const format = useFormat();
  const guest = useSession()?.user.guest === true;
  const { code, link, pays, share, level, days, friendMax, earned, isVerified, inviter } = referrals;
  return (
    <>
      {!pays && <Banner kind="info">{t('funds:invite.closed')}</Banner>}
      {pays && !guest && !isVerified && <Banner kind="warning">{t('funds:invite.verifyFirst')}</Banner>}
      {code !== null && link !== null && (
        <Card>
          <div className={styles.share}>
            <QrCode text={link} label={t('funds:invite.qr')} className={styles.qr} />
            <Stack gap={4} className={styles.words}>
              <div>
                <p className={styles.legend}>{t('funds:invite.code')}</p>
                <Stack row wrap gap={3} align="center">
                  <bdi dir="ltr" className={styles.code}>
                    {code}
                  </bdi>
                  <CopyButton text={code} what={t('funds:invite.code')} size="s">
                    {t('funds:invite.copy')}
                  </CopyButton>
                </Stack>
              </div>
              <div>
                <p className={styles.legend}>{t('funds:invite.link')}</p>
                <Stack row wrap gap={3} align="center">
                  <bdi dir="ltr" className={styles.address}>
                    {link}
                  </bdi>
                  <CopyButton text={link} what={t('funds:invite.link')} size="s" variant="primary">
                    {t('funds:invite.copy')}
                  </CopyButton>
                </Stack>
              </div>
            </Stack>
          </div>
        </Card>
      )}
      <Section title={t('funds:invite.terms')} note={t('funds:invite.how')}>
        <Card>
          <KeyValue
            rows={[
              {
                id: 'share',
                name: t('funds:invite.share'),
                value: `${format.percent(share)} · ${t('funds:levels.mine', { level })}`,
              },
              { id: 'days', name: t('funds:invite.days'), value: format.duration(days * DAY_S) },
              { id: 'most', name: t('funds:invite.most'), value: <Money value={friendMax} asset="USDT" /> },
              { id: 'earned', name: t('funds:invite.earned'), value: <Money value={earned} asset="USDT" /> },
            ]}
          />
        </Card>
      </Section>
      {inviter !== null && (
        <Section title={t('funds:invite.inviter')} note={t('funds:invite.inviterText', { name: inviter.name })}>
          <Card>
            <KeyValue
              rows={[
                { id: 'state', name: t('common:word.state'), value: t(`funds:invite.state.${inviter.state}`) },
                { id: 'share', name: t('funds:invite.theirShare'), value: format.percent(inviter.share) },
                { id: 'until', name: t('funds:invite.until'), value: format.date(inviter.until) },
                { id: 'fees', name: t('funds:invite.yourFees'), value: <Money value={inviter.fees} asset="USDT" /> },
                { id: 'earned', name: t('funds:invite.theyGot'), value: <Money value={inviter.earned} asset="USDT" /> },
              ]}
            />
          </Card>
        </Section>
      )}
    </>
  );
}

const DAY_S = 86_400;
