import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { saveFile } from '@glasshouse/app/save-file';
import { failureOf } from '@glasshouse/client/failure';
import { Banner, Button, Card, cx, Glass, Section, Stack } from '@glasshouse/ui';
import { Download, FileImage, ShieldCheck } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { useShare } from '../../parts/page/share.ts';
import type { OrderVerdict, Proven } from '../../parts/proofs/verify-ticks.ts';
import styles from './order.module.css';
import { drawReceipt, type ReceiptPicture } from './receipt-picture.ts';
import { type SharedKind, ShareLink } from './share-link.tsx';
import { useProof } from './use-proof.ts';

interface ProofProps<Evidence> {
  readonly id: number;
  /** The receipt to verify, also offered for download. */
  readonly evidence: Evidence;
  readonly ticks: readonly Proven[];
  readonly refresh: () => void;
  /** What a shared picture shows; without it there is none to share. */
  readonly picture?: ReceiptPicture | undefined;
  /** Kind of the order, if a link can show it to others. */
  readonly shareAs?: SharedKind | undefined;
  /** Before the receipt: what it shows at a glance, by the keys that signatures have to be of. */
  readonly head?: (trusted: readonly string[] | undefined) => ReactNode;
  /** Renders the evidence, with the verdict once there is one. */
  readonly children: (verdict: OrderVerdict | undefined) => ReactNode;
}

/**
 * The proofs of an order: the browser verifies them by itself, on request, and again as later
 * proofs arrive.
 */
export function Proof<Evidence>({
  id,
  evidence,
  ticks,
  refresh,
  picture,
  shareAs,
  head,
  children,
}: ProofProps<Evidence>) {
  const t = useT();
  const share = useShare();
  const sharePicture = async (drawn: ReceiptPicture) => {
    const image = await drawReceipt(drawn);
    if (image === undefined) return;
    const file = new File([image], `glasshouse-${id}.png`, { type: image.type });
    if (!(await share({ title: drawn.title, file }))) saveFile(file.name, file);
  };
  const proof = useProof({ id, evidence, ticks, refresh });
  const { checked } = proof;
  const verdict = checked?.verdict;
  const pending = ticks.some(({ receipt }) => receipt === null);
  return (
    <>
      <div className={cx(head && styles.sides)}>
        {head && <Glass className={styles.glass}>{head(proof.trusted)}</Glass>}
        <Section title={t('trade:receipt.title')} note={t('trade:receipt.intro')}>
          <Card>
            <Stack gap={4}>
              <p className={styles.note}>{t('trade:receipt.verifyText')}</p>
              {pending && <Banner kind="info">{t('trade:receipt.pending')}</Banner>}
              {proof.error && <FailureNote failure={failureOf(proof.error)} />}
              {checked?.isOtherHistory && <Banner kind="danger">{t('trade:receipt.historyChanged')}</Banner>}
              {checked && 0 < checked.pinned.strange.length && (
                <Banner
                  kind="danger"
                  action={
                    <Button onClick={() => proof.accept(checked.pinned.strange)}>{t('trade:receipt.trustKey')}</Button>
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
                  loading={proof.isBusy}
                  onClick={proof.again}
                >
                  {t('trade:receipt.verify')}
                </Button>
                <Button icon={Download} onClick={() => download(id, evidence)}>
                  {t('trade:receipt.downloadReceipt')}
                </Button>
                {shareAs !== undefined && <ShareLink kind={shareAs} id={id} isReady={!pending} />}
                {picture !== undefined && (
                  <Button icon={FileImage} onClick={() => void sharePicture(picture)}>
                    {t(shareAs === undefined ? 'common:action.share' : 'order:share.image')}
                  </Button>
                )}
              </Stack>
              <p className={styles.note}>
                {t('trade:receipt.verifyOffline')} <code dir="ltr">{offlineCommand(id)}</code>
              </p>
            </Stack>
          </Card>
        </Section>
      </div>
      <div className={styles.receipt}>{children(verdict)}</div>
    </>
  );
}

/** Where the operator could have typed prices while the order lived. */
function Inputs({ evidence }: { evidence: unknown }) {
  const t = useT();
  const names = (evidence as { proof?: { inputs?: readonly string[] } }).proof?.inputs ?? [];
  if (names.length === 0) return null;
  return <Banner kind="warning">{t('trade:receipt.inputs', { names: names.join(', ') })}</Banner>;
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

const fileName = (id: number): string => `glasshouse-order-${id}.json`;
const offlineCommand = (id: number): string => `npm run glasshouse -- verify-receipt ${fileName(id)}`;

/** The evidence as a file, to be verified elsewhere. */
function download(id: number, evidence: unknown): void {
  saveFile(fileName(id), new Blob([JSON.stringify(evidence, undefined, 2)], { type: 'application/json' }));
}
