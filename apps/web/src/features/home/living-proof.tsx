import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { formatPoints } from '@glasshouse/rules/money';
import { Button, cx, Figure, Icon, Sparkline, Why } from '@glasshouse/ui';
import { ShieldCheck, Timer, TriangleAlert } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import { forged, type MinuteVerdict, type SignedMinute } from '../../parts/proofs/minute-check.ts';
import { useMinuteVerdict, useSignedMinute } from '../../parts/proofs/signed-minute.ts';
import styles from './living-proof.module.css';

const HASH_SHOWN = 16;
const NO_PRICES: readonly number[] = [];

/** What the page claims, shown: this browser verifies the newest signed minute of a market. */
export function LivingProof() {
  const market = useQuery(marketListQuery(FIRST_TYPE)).data?.[0];
  const query = useSignedMinute(market?.code);
  const minute = query.data ?? undefined;
  const [isForged, setForged] = useState(false);
  const shown = useMemo(() => (minute !== undefined && isForged ? forged(minute) : minute), [minute, isForged]);
  const verdict = useMinuteVerdict(shown);
  if (query.isError && minute === undefined) {
    return (
      <div className={styles.proof}>
        <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <ProofCard
      market={market?.appName ?? ''}
      minute={shown}
      verdict={verdict}
      isForged={isForged}
      onForge={() => setForged(!isForged)}
    />
  );
}

interface ProofCardProps {
  readonly market: string;
  readonly minute: SignedMinute | undefined;
  readonly verdict: MinuteVerdict | undefined;
  readonly isForged: boolean;
  readonly onForge: () => void;
}

const HEADS = {
  holds: { icon: ShieldCheck, title: 'site:proof.holds' },
  broken: { icon: TriangleAlert, title: 'site:proof.broken' },
  strange: { icon: TriangleAlert, title: 'site:proof.strange' },
  waiting: { icon: Timer, title: 'site:proof.waiting' },
} as const;

function ProofCard({ market, minute, verdict, isForged, onForge }: ProofCardProps) {
  const t = useT();
  const { icon, title } = HEADS[verdict ?? 'waiting'];
  const last = minute?.ticks.at(-1);
  const prices = useMemo(() => minute?.ticks.map(([, mid]) => mid) ?? NO_PRICES, [minute]);
  return (
    <section aria-label={t('site:proof.title')} className={cx(styles.proof, styles[verdict ?? 'waiting'])}>
      <span className={styles.seal}>
        <Icon of={icon} size="xl" />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>
          {t(title)}
          {minute !== undefined && <How minute={minute} />}
        </h2>
        <p className={styles.text} aria-live={isForged ? 'polite' : 'off'}>
          <Sentence market={market} minute={minute} verdict={verdict} isForged={isForged} />
        </p>
      </div>
      <div className={styles.minute}>
        <Sparkline prices={prices} direction="flat" className={styles.line} />
        <span className={styles.tick}>
          <Figure
            value={last && minute && formatPoints(last[1], minute.precision)}
            places={minute?.precision}
            className={styles.price}
          />
          <bdi dir="ltr" className={styles.seq}>
            {minute !== undefined && `#${minute.firstSeq + minute.ticks.length - 1}`}
          </bdi>
        </span>
      </div>
      <Button size="s" disabled={minute === undefined} onClick={onForge} className={styles.forge}>
        {t(isForged ? 'site:proof.restore' : 'site:proof.forge')}
      </Button>
    </section>
  );
}

function Sentence({ market, minute, verdict, isForged }: Omit<ProofCardProps, 'onForge'>) {
  const t = useT();
  const format = useFormat();
  if (minute === undefined || verdict === undefined) return <>{t('site:proof.waitingText')}</>;
  if (isForged && verdict === 'broken') return <>{t('site:proof.forgedText')}</>;
  const values = { market, time: format.time(minute.minute), number: format.number(minute.ticks.length) };
  if (verdict === 'holds') return <>{t('site:proof.holdsText', values)}</>;
  return <>{verdict === 'broken' ? t('site:proof.brokenText', values) : t('trade:receipt.keyChanged')}</>;
}

/** What was verified, to be compared with what anybody else sees. */
function How({ minute }: { readonly minute: SignedMinute }) {
  const t = useT();
  const format = useFormat();
  const hex = (text: string) => <bdi dir="ltr">{`${text.slice(0, HASH_SHOWN)}…`}</bdi>;
  return (
    <Why
      label={t('site:proof.how')}
      title={t('site:proof.how')}
      rows={[
        { name: t('site:proof.minute'), value: format.dateTime(minute.minute) },
        { name: t('site:proof.signed'), value: format.number(minute.tickCount) },
        { name: t('site:proof.root'), value: hex(minute.root) },
        { name: t('site:proof.key'), value: hex(minute.publicKey) },
      ]}
      footer={
        <Link href="/introduction" className={styles.link}>
          {t('site:proof.more')}
        </Link>
      }
    >
      {t('trade:receipt.verifyText')}
    </Why>
  );
}
