import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { formatPoints } from '@glasshouse/rules/money';
import { formatFigure, Glass, Rail, Seal, Sparkline, Stamps, useUiLocale } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FIRST_TYPE, marketListQuery } from '../market/market-query.ts';
import { HashStart } from './hash-start.tsx';
import styles from './living-proof.module.css';
import { forged, type MinuteVerdict, type SignedMinute } from './minute-check.ts';
import { MINUTE_SEALS, MINUTE_WORDS } from './minute-words.ts';
import { useMinuteVerdict, useSignedMinute } from './signed-minute.ts';

const NO_PRICES: readonly number[] = [];
const NO_MARKS: readonly boolean[] = [];

/**
 * The claim of the page, proved on it: this browser verifies the newest signed minute of a market,
 * and whoever changes a digit of it sees the seal break.
 */
export function LivingProof() {
  const market = useQuery(marketListQuery(FIRST_TYPE)).data?.[0];
  const query = useSignedMinute(market?.code);
  const minute = query.data ?? undefined;
  const [isForged, setForged] = useState(false);
  const examined = useMemo(() => (minute !== undefined && isForged ? forged(minute) : minute), [minute, isForged]);
  const verdict = useMinuteVerdict(examined);
  if (query.isError && minute === undefined) {
    return (
      <Glass className={styles.pane}>
        <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />
      </Glass>
    );
  }
  return (
    <ProofPane
      market={market?.appName ?? ''}
      minute={examined}
      verdict={verdict}
      isForged={isForged}
      onForge={() => setForged(!isForged)}
    />
  );
}

interface ProofPaneProps {
  readonly market: string;
  readonly minute: SignedMinute | undefined;
  readonly verdict: MinuteVerdict | undefined;
  readonly isForged: boolean;
  readonly onForge: () => void;
}

function ProofPane({ market, minute, verdict, isForged, onForge }: ProofPaneProps) {
  const t = useT();
  const format = useFormat();
  const progress = verdict ?? 'waiting';
  const state = MINUTE_SEALS[progress];
  const title = t(MINUTE_WORDS[progress]);
  const prices = useMemo(() => minute?.ticks.map(([, mid]) => mid) ?? NO_PRICES, [minute]);
  const isSealed = verdict === 'holds';
  const marks = useMemo(() => minute?.ticks.map(() => isSealed) ?? NO_MARKS, [minute, isSealed]);
  const last = minute?.ticks.at(-1);
  return (
    <Glass role="region" aria-label={t('site:proof.title')} className={styles.pane} data-verdict={verdict}>
      <div className={styles.head}>
        <div>
          <p className={styles.name}>
            <bdi>{market}</bdi>
            {last !== undefined && ` · ${format.dateTime(last[3])}`}
          </p>
          <p className={styles.price}>{minute !== undefined && last !== undefined && <Price minute={minute} />}</p>
        </div>
        <Seal state={state} size="xl" label={title} className={styles.seal} />
      </div>
      <div className={styles.chart}>
        <Sparkline prices={prices} direction="flat" className={styles.line} />
        <Rail marks={marks} />
      </div>
      <Stamps
        label={t('site:proof.how')}
        state={state}
        steps={[
          {
            name: t('guide:pane.price'),
            value: minute && <bdi dir="ltr">{`#${minute.firstSeq + minute.ticks.length - 1}`}</bdi>,
          },
          { name: t('guide:pane.minute'), value: minute && format.time(minute.minute) },
          { name: t('guide:pane.root'), value: minute && <HashStart hex={minute.root} /> },
          { name: t('guide:pane.signature'), value: minute && <HashStart hex={minute.publicKey} /> },
        ]}
      />
      <div className={styles.verdict}>
        <p aria-live={isForged ? 'polite' : 'off'}>
          <strong>{title}.</strong> <Sentence market={market} minute={minute} verdict={verdict} isForged={isForged} />{' '}
          <button type="button" className={styles.forge} disabled={minute === undefined} onClick={onForge}>
            {t(isForged ? 'site:proof.restore' : 'site:proof.forge')}
          </button>
        </p>
        <Room title={t(MINUTE_WORDS.waiting)} text={t('site:proof.waitingText')} action={t('site:proof.forge')} />
        <Room title={t(MINUTE_WORDS.broken)} text={t('site:proof.forgedText')} action={t('site:proof.restore')} />
      </div>
    </Glass>
  );
}

interface RoomProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

/** Invisible words behind the verdict: the pane is as high before and after they are its own. */
const Room = ({ title, text, action }: RoomProps) => (
  <p className={styles.room}>
    <strong data-words={`${title}.`} /> <span data-words={text} /> <span className={styles.forge} data-words={action} />
  </p>
);

/** The last price of the minute; its last digit is the one that can be changed. */
function Price({ minute }: { readonly minute: SignedMinute }) {
  const { locale } = useUiLocale();
  const last = minute.ticks.at(-1)!;
  const text = formatFigure(formatPoints(last[1], minute.precision), { locale, places: minute.precision });
  return (
    <bdi dir="ltr" translate="no">
      {text.slice(0, -1)}
      <span className={styles.digit}>{text.slice(-1)}</span> <small>USDT</small>
    </bdi>
  );
}

function Sentence({ market, minute, verdict, isForged }: Omit<ProofPaneProps, 'onForge'>) {
  const t = useT();
  const format = useFormat();
  if (minute === undefined || verdict === undefined) return <>{t('site:proof.waitingText')}</>;
  if (verdict === 'holds') return null;
  if (verdict === 'strange') return <>{t('trade:receipt.keyChanged')}</>;
  if (isForged) return <>{t('site:proof.forgedText')}</>;
  const number = format.number(minute.ticks.length);
  return <>{t('site:proof.brokenText', { market, time: format.time(minute.minute), number })}</>;
}
