import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { failureOf } from '@glasshouse/client/failure';
import { Banner, Button, type KeyValueRow, type SealState } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import type { OrderVerdict, Proven } from '../../parts/proofs/verify-ticks.ts';
import { FoldList, type ReceiptFold } from '../../parts/receipts/fold-list.tsx';
import styles from '../../parts/receipts/receipt.module.css';
import {
  OrderNumber,
  ProofLine,
  ReceiptBeside,
  type ReceiptHead,
  ReceiptPane,
  ReceiptSides,
} from '../../parts/receipts/receipt-pane.tsx';
import { DecidingPrice } from './deciding-price.tsx';
import type { ReceiptPicture } from './receipt-picture.ts';
import { type CarriedProof, useReplayEvidence } from './replay/evidence-of.ts';
import type { Replay } from './replay/replay.ts';
import { PlayButton, ReplayChart } from './replay/replay-chart.tsx';
import { useReplay } from './replay/use-replay.ts';
import { type SharedKind, ShareReceipt } from './share-link.tsx';
import { type Checked, useProof } from './use-proof.ts';

interface OrderReceiptProps<Evidence> extends ReceiptHead {
  readonly id: number;
  /** The receipt to verify, also offered for download. */
  readonly evidence: Evidence;
  readonly ticks: readonly Proven[];
  readonly refresh: () => void;
  /** Of an option that runs there is nothing to verify yet. */
  readonly isProvable?: boolean;
  /** What a shared picture shows; without it there is none to share. */
  readonly picture?: ReceiptPicture | undefined;
  /** Kind of the order, if a link can show it to others. */
  readonly shareAs?: SharedKind | undefined;
  /** How it went, in its end state. */
  readonly replay?: Replay | undefined;
  /** Instead of a replay: a ladder of prices, or the chart of something that is still open. */
  readonly chart?: ((seal: SealState) => ReactNode) | undefined;
  readonly facts: readonly KeyValueRow[];
  /** The price that decided it. */
  readonly decisive?: Proven | undefined;
  /** First of the actions, such as trading again. */
  readonly again?: { readonly href: string; readonly label: string } | undefined;
  /** Of something open: what can be done with it. */
  readonly controls?: ReactNode;
  /** Above the receipt, such as a split that is announced. */
  readonly notice?: ReactNode;
  /** The four lists, with the verdict once there is one. */
  readonly folds: (verdict: OrderVerdict | undefined) => readonly ReceiptFold[];
}

/**
 * One receipt of any kind: what it came to, the picture of it, five facts, and beside it what
 * proves it. The browser verifies it by itself, on request, and again as later proofs arrive.
 */
export function OrderReceipt<Evidence extends { readonly proof: CarriedProof | null }>(
  props: OrderReceiptProps<Evidence>,
) {
  const { id, evidence, ticks, refresh, isProvable = true, picture, shareAs, replay: course, chart, facts } = props;
  const { decisive, again, controls } = props;
  const t = useT();
  const proof = useProof({ id, evidence, ticks, refresh, isProvable });
  const { checked } = proof;
  const [isForged, setForged] = useState(false);
  const own = useReplayEvidence(ticks, evidence.proof);
  const replay = useReplay(course, { evidence: own, trusted: proof.trusted });
  const isPending = ticks.some(({ receipt }) => receipt === null);
  const found = checked === undefined ? [] : [...checked.verdict.ticks.values()];
  const done = replay?.done ?? found.filter((verdict) => verdict === 'proved').length;
  const count = replay?.ticks.length ?? ticks.length;
  const state = sealOf(checked, { isForged, isWrong: replay?.isWrong === true, isAll: done === count });
  const detail = (
    <>
      {props.detail}
      {props.detail !== undefined && ' · '}
      <OrderNumber id={id} />
    </>
  );
  return (
    <>
      {props.notice}
      <ReceiptSides>
        <ReceiptPane
          {...props}
          detail={detail}
          seal={{ state, label: t(SEAL_WORDS[state === 'sealed' || state === 'broken' ? state : 'open']) }}
          chart={chart?.(state) ?? (replay === undefined ? undefined : <ReplayChart {...replay} />)}
          facts={facts}
          line={
            0 < count && (
              <ProofLine state={state}>
                {t(replay?.isWrong === true ? 'order:replay.wrong' : 'order:replay.sealed', { done, count })}
                {state === 'sealed' && ` · ${t('site:proof.holds')}`}
              </ProofLine>
            )
          }
          actions={
            <>
              {controls}
              {again !== undefined && (
                <LinkButton variant={controls === undefined ? 'primary' : 'secondary'} href={again.href}>
                  {again.label}
                </LinkButton>
              )}
              {replay !== undefined && chart === undefined && <PlayButton playback={replay.playback} />}
              {(shareAs !== undefined || picture !== undefined) && (
                <ShareReceipt kind={shareAs} id={id} isReady={!isPending} picture={picture} />
              )}
              {isProvable && (
                <Button
                  variant="quiet"
                  className={replay === undefined || chart !== undefined ? undefined : styles.extra}
                  onClick={() => download(id, evidence)}
                >
                  {t('trade:receipt.downloadReceipt')}
                </Button>
              )}
            </>
          }
        />
        <ReceiptBeside title={isProvable ? t('guide:pane.proof') : undefined}>
          {isProvable && (
            <section>
              {decisive !== undefined && (
                <DecidingPrice proven={decisive} trusted={proof.trusted} isForged={isForged} />
              )}
              <div className={styles.proofActions}>
                {decisive?.receipt != null && (
                  <Button size="s" onClick={() => setForged(!isForged)}>
                    {t(isForged ? 'site:proof.restore' : 'site:proof.forge')}
                  </Button>
                )}
                <Button
                  data-tour-mark="verify"
                  size="s"
                  variant={decisive?.receipt == null ? 'secondary' : 'quiet'}
                  loading={proof.isBusy}
                  onClick={proof.again}
                >
                  {t('trade:receipt.verify')}
                </Button>
                <Without id={id} evidence={evidence} />
              </div>
              {isPending && decisive?.receipt !== null && <Banner kind="info">{t('trade:receipt.pending')}</Banner>}
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
            </section>
          )}
          <FoldList folds={props.folds(checked?.verdict)} />
        </ReceiptBeside>
      </ReceiptSides>
    </>
  );
}

const SEAL_WORDS = {
  sealed: 'site:proof.holds',
  broken: 'trade:order.proofBad',
  open: 'order:replay.unproved',
} as const;

/** Closed once everything has been verified; broken as soon as anything does not fit. */
function sealOf(
  checked: Checked | undefined,
  { isForged, isWrong, isAll }: { readonly isForged: boolean; readonly isWrong: boolean; readonly isAll: boolean },
): SealState {
  if (isForged || isWrong) return 'broken';
  if (checked === undefined) return 'open';
  const { answer } = checked.verdict.whole;
  if (answer === 'broken' || checked.isOtherHistory) return 'broken';
  return answer !== 'partly' && isAll ? 'sealed' : 'open';
}

/** How the saved receipt is verified on any computer. */
function Without({ id, evidence }: { readonly id: number; readonly evidence: unknown }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="s" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('order:without')}
      </Button>
      {isOpen && (
        <div className={styles.without}>
          <p>{t('trade:receipt.verifyText')}</p>
          <p>
            {t('trade:receipt.verifyOffline')} <code dir="ltr">{offlineCommand(id)}</code>
          </p>
          <Button size="s" icon={Download} onClick={() => download(id, evidence)}>
            {t('trade:receipt.downloadReceipt')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Where the operator could have typed prices while the order lived. */
function Inputs({ evidence }: { evidence: unknown }) {
  const t = useT();
  const names = (evidence as { proof?: { inputs?: readonly string[] } | null }).proof?.inputs ?? [];
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
    <p className={styles.said} role="status">
      {t(isKnown ? 'trade:receipt.verified' : 'trade:receipt.unknownSigner')} {t('trade:receipt.resultFits')}
    </p>
  );
}

const fileName = (id: number): string => `glasshouse-order-${id}.json`;
const offlineCommand = (id: number): string => `npm run glasshouse -- verify-receipt ${fileName(id)}`;

/** The evidence as a file, to be verified elsewhere. */
function download(id: number, evidence: unknown): void {
  saveFile(fileName(id), new Blob([JSON.stringify(evidence, undefined, 2)], { type: 'application/json' }));
}
