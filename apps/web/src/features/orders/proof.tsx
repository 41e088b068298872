import { Banner, Button, Card, Section, Stack } from '@glasshouse/ui';
import { Download, Share2, ShieldCheck } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { useShare } from '../../shared/share.ts';
import { tellTour } from '../../shared/tour/tour.ts';
import styles from './order.module.css';
import { contradicts, pinnedBy, trustKeys } from './pinned-keys.ts';
import { proofWaitMs } from './proof-poll.ts';
import { drawReceipt, type ReceiptPicture } from './receipt-picture.ts';
import { verifyReceipt } from './verify-order.ts';
import type { OrderVerdict, Proven } from './verify-ticks.ts';

interface ProofProps<Evidence> {
  readonly id: number;
  /** The receipt to verify, also offered for download. */
  readonly evidence: Evidence;
  readonly ticks: readonly Proven[];
  readonly refresh: () => void;
  /** What a shared picture shows; without it there is none to share. */
  readonly picture?: ReceiptPicture | undefined;
  /** Renders the evidence, with the verdict once there is one. */
  readonly children: (verdict: OrderVerdict | undefined) => ReactNode;
}

/**
 * The proofs of an order: the browser verifies them on request, and again as later proofs arrive.
 */
export function Proof<Evidence>({ id, evidence, ticks, refresh, picture, children }: ProofProps<Evidence>) {
  const t = useT();
  const share = useShare();
  const sharePicture = async (drawn: ReceiptPicture) => {
    const image = await drawReceipt(drawn);
    if (image === undefined) return;
    const file = new File([image], `glasshouse-${id}.png`, { type: image.type });
    if (!(await share({ title: drawn.title, file }))) saveFile(file.name, file);
  };
  const [wanted, setWanted] = useState(false);
  const published = usePublishedKeys(wanted, ticks);
  const [accepted, setAccepted] = useState(0);
  const checked = useMemo(() => {
    if (!wanted || published.data === undefined) return undefined;
    const { keys, head } = published.data;
    void accepted;
    const pinned = pinnedBy(keys);
    const verdict = verifyReceipt(evidence, ticks, pinned.trusted);
    return { pinned, verdict, isOtherHistory: contradicts([evidence, head], head?.seq) };
  }, [wanted, evidence, ticks, published.data, accepted]);
  const verdict = checked?.verdict;
  const isProved = verdict?.whole.answer === 'holds';
  useEffect(() => {
    if (isProved) tellTour({ kind: 'verified', order: id });
  }, [isProved, id]);
  const pending = ticks.some((proven) => proven.receipt === null);
  usePoll(ticks, refresh);

  const ask = () => {
    if (wanted) void published.refetch();
    else setWanted(true);
  };
  return (
    <div className={styles.receipt}>
      <Section title={t('trade:receipt.title')} note={t('trade:receipt.intro')}>
        <Card>
          <Stack gap={4}>
            <p className={styles.note}>{t('trade:receipt.verifyText')}</p>
            {pending && <Banner kind="info">{t('trade:receipt.pending')}</Banner>}
            {published.error && <FailureNote failure={failureOf(published.error)} />}
            {checked?.isOtherHistory && <Banner kind="danger">{t('trade:receipt.historyChanged')}</Banner>}
            {checked && 0 < checked.pinned.strange.length && (
              <Banner
                kind="danger"
                action={
                  <Button
                    onClick={() => {
                      trustKeys(checked.pinned.strange);
                      setAccepted(accepted + 1);
                    }}
                  >
                    {t('trade:receipt.trustKey')}
                  </Button>
                }
              >
                {t('trade:receipt.keyChanged')}
              </Banner>
            )}
            {checked && <Verdict verdict={checked.verdict} isFirst={checked.pinned.isFirst} />}
            <Inputs evidence={evidence} />
            <Stack row wrap gap={3}>
              <Button
                data-tour-mark="verify"
                variant="primary"
                icon={ShieldCheck}
                loading={published.isFetching}
                onClick={ask}
              >
                {t('trade:receipt.verify')}
              </Button>
              <Button icon={Download} onClick={() => download(id, evidence)}>
                {t('trade:receipt.downloadReceipt')}
              </Button>
              {picture !== undefined && (
                <Button icon={Share2} onClick={() => void sharePicture(picture)}>
                  {t('common:action.share')}
                </Button>
              )}
            </Stack>
            <p className={styles.note}>
              {t('trade:receipt.verifyOffline')} <code dir="ltr">{offlineCommand(id)}</code>
            </p>
          </Stack>
        </Card>
      </Section>
      {children(verdict)}
    </div>
  );
}

/** Where the operator could have typed prices while the order lived. */
function Inputs({ evidence }: { evidence: unknown }) {
  const t = useT();
  const names = (evidence as { proof?: { inputs?: readonly string[] } }).proof?.inputs ?? [];
  if (names.length === 0) return null;
  return <Banner kind="warning">{t('trade:receipt.inputs', { names: names.join(', ') })}</Banner>;
}

/**
 * Refetched for each signer: a key is published with the first minute that it signs, and a stale
 * list would make that minute's proofs look forged.
 */
function usePublishedKeys(wanted: boolean, ticks: readonly Proven[]) {
  const signers = new Set(ticks.flatMap(({ receipt }) => (receipt === null ? [] : [receipt.publicKey])));
  return useQuery({
    queryKey: ['publicKeys', ...[...signers].sort()],
    queryFn: async ({ signal }) => {
      const [keys, head] = await Promise.all([
        fetchResult('listPublicKeys', { signal }),
        fetchResult('getAnchor', { signal }).catch(() => undefined),
      ]);
      return { keys: keys.map(({ publicKey }) => publicKey), head };
    },
    enabled: wanted,
  });
}

function Verdict({ verdict, isFirst }: { verdict: OrderVerdict; isFirst: boolean }) {
  const t = useT();
  const { answer, faults, lacks } = verdict.whole;
  const found = [...verdict.ticks.values()];
  if (answer === 'broken') {
    const isOnTape = !found.includes('wrong') && faults.every(({ check }) => check !== 'seal');
    return <Banner kind="danger">{t(isOnTape ? 'trade:receipt.resultWrong' : 'trade:receipt.notFit')}</Banner>;
  }
  if (answer === 'partly') {
    if (lacks.some(({ lack }) => lack === 'old')) return <Banner kind="info">{t('trade:receipt.oldReceipt')}</Banner>;
    const days = lacks.find(({ lack }) => lack === 'days');
    if (days !== undefined)
      return <Banner kind="danger">{t('trade:receipt.daysMissing', { days: days.count ?? 1 })}</Banner>;
    if (lacks.some(({ lack }) => lack === 'principal')) {
      return <Banner kind="danger">{t('trade:receipt.principalMissing')}</Banner>;
    }
    // Nothing is verified before the first proof arrives; the page already says so.
    return found.includes('proved') ? <Banner kind="info">{t('trade:receipt.partly')}</Banner> : null;
  }
  const isKnown = answer === 'holds' && !isFirst;
  return (
    <Banner kind={isKnown ? 'success' : 'info'}>
      {t(isKnown ? 'trade:receipt.verified' : 'trade:receipt.unknownSigner')} {t('trade:receipt.resultFits')}
    </Banner>
  );
}

/** Polls until every proof has arrived, or none is to come. */
function usePoll(ticks: readonly Proven[], refresh: () => void): void {
  const [polls, setPolls] = useState(0);
  const poll = useEffectEvent(refresh);
  const waitOf = useEffectEvent(() => proofWaitMs(ticks, { polls, now: serverNow() }));
  const pending = ticks.filter(({ receipt }) => receipt === null).length;
  useEffect(() => {
    void pending;
    void polls;
    const waitMs = waitOf();
    if (waitMs === undefined) return;
    const timer = setTimeout(() => {
      poll();
      setPolls(polls + 1);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [pending, polls]);
}

const fileName = (id: number): string => `glasshouse-order-${id}.json`;
const offlineCommand = (id: number): string => `npm run glasshouse -- verify-receipt ${fileName(id)}`;

/** The evidence as a file, to be verified elsewhere. */
function download(id: number, evidence: unknown): void {
  saveFile(fileName(id), new Blob([JSON.stringify(evidence, undefined, 2)], { type: 'application/json' }));
}
