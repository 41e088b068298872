import { Banner, Button, Card, Section, Stack } from '@glasshouse/ui';
import { Download, ShieldCheck } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { saveFile } from '../../shared/save-file.ts';
import styles from './order.module.css';
import type { OrderVerdict, Proven } from './verify-ticks.ts';

const MINUTE_MS = 60_000;
/** Every minute is signed within this time after its end. */
const SIGNING_MS = 8_000;
const POLLS_MAX = 5;

interface ProofProps<Evidence> {
  readonly id: number;
  /** The evidence to verify, also offered for download. */
  readonly evidence: Evidence;
  readonly ticks: readonly Proven[];
  /** Must be stable, and must need only the evidence and the published keys. */
  readonly verify: (evidence: Evidence, trustedKeys: readonly string[]) => OrderVerdict;
  readonly refresh: () => void;
  /** Renders the evidence, with the verdict once there is one. */
  readonly children: (verdict: OrderVerdict | undefined) => ReactNode;
}

/**
 * The proofs of an order: the browser verifies them on request, and again as later proofs arrive.
 */
export function Proof<Evidence>({ id, evidence, ticks, verify, refresh, children }: ProofProps<Evidence>) {
  const t = useT();
  const [wanted, setWanted] = useState(false);
  const published = usePublishedKeys(wanted, ticks);
  const verdict = useMemo(
    () => (wanted && published.data !== undefined ? verify(evidence, published.data) : undefined),
    [wanted, evidence, published.data, verify],
  );
  const pending = ticks.some((proven) => proven.receipt === null);
  usePoll(pending, refresh);

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
            {verdict && <Verdict verdict={verdict} />}
            <Stack row wrap gap={3}>
              <Button variant="primary" icon={ShieldCheck} loading={published.isFetching} onClick={ask}>
                {t('trade:receipt.verify')}
              </Button>
              <Button icon={Download} onClick={() => download(id, evidence)}>
                {t('trade:receipt.downloadReceipt')}
              </Button>
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

/**
 * Refetched for each signer: a key is published with the first minute that it signs, and a stale
 * list would make that minute's proofs look forged.
 */
function usePublishedKeys(wanted: boolean, ticks: readonly Proven[]) {
  const signers = new Set(ticks.flatMap(({ receipt }) => (receipt === null ? [] : [receipt.publicKey])));
  return useQuery({
    queryKey: ['publicKeys', ...[...signers].sort()],
    queryFn: async ({ signal }) => (await fetchResult('listPublicKeys', { signal })).map(({ publicKey }) => publicKey),
    enabled: wanted,
  });
}

function Verdict({ verdict }: { verdict: OrderVerdict }) {
  const t = useT();
  const found = [...verdict.ticks.values()];
  const bad = found.includes('wrong') || verdict.result === false;
  const waiting = found.includes('pending');
  // Nothing is verified before the first proof arrives; the page already shows that proofs are
  // pending.
  if (!bad && !found.includes('proved')) return null;
  return (
    <Banner kind={bad ? 'danger' : 'success'}>
      {bad ? t('trade:receipt.notFit') : t(waiting ? 'trade:receipt.partly' : 'trade:receipt.verified')}
      {verdict.result === true && !bad && <> {t('trade:receipt.resultFits')}</>}
      {verdict.result === false && <> {t('trade:receipt.resultWrong')}</>}
    </Banner>
  );
}

/** Polls once per signed minute, until every proof has arrived or none can come. */
function usePoll(wanted: boolean, refresh: () => void): void {
  const [polls, setPolls] = useState(0);
  const poll = useEffectEvent(refresh);
  useEffect(() => {
    if (!wanted || POLLS_MAX <= polls) return;
    const waitMs = MINUTE_MS - (serverNow() % MINUTE_MS) + SIGNING_MS;
    const timer = setTimeout(() => {
      poll();
      setPolls(polls + 1);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [wanted, polls]);
}

const fileName = (id: number): string => `glasshouse-order-${id}.json`;
const offlineCommand = (id: number): string => `npm run glasshouse -- verify-receipt ${fileName(id)}`;

/** The evidence as a file, to be verified elsewhere. */
function download(id: number, evidence: unknown): void {
  saveFile(fileName(id), new Blob([JSON.stringify(evidence, undefined, 2)], { type: 'application/json' }));
}
