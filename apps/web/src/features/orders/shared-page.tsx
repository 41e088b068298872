import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { verifyShared } from '@glasshouse/rules/proofs/shared/verify';
import { Badge, Banner, Button, EmptyState, Icon, Page, PageHead, Section, SkeletonBlock, Stack } from '@glasshouse/ui';
import { CircleAlert, CircleCheck, Clock, Download } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useRoute } from 'wouter';
import { fetchResult } from '../../api/client.ts';
import { Money } from '../../parts/money/money.tsx';
import { isNotHere } from '../../parts/page/not-here.tsx';
import { signersOf, usePublishedKeys } from '../../parts/proofs/published-keys.ts';
import { usePinnedKeys } from '../../parts/proofs/use-pinned-keys.ts';
import { ProofLine, ReceiptPane, ReceiptSides } from '../../parts/receipts/receipt-pane.tsx';
import styles from './order.module.css';
import { useReplayEvidence } from './replay/evidence-of.ts';
import { PlayButton, ReplayChart } from './replay/replay-chart.tsx';
import { useReplay } from './replay/use-replay.ts';
import { type SharedReceipt, sharedReplay, sharedResult } from './shared-replay.ts';
import { useReceiptPictures } from './use-receipt-pictures.ts';

/** A receipt that its owner shows: verified in this browser, and nothing else about the owner. */
export function SharedPage() {
  const t = useT();
  const [, params] = useRoute<{ token: string }>('/receipt/:token');
  const token = params?.token ?? '';
  const query = useQuery({
    queryKey: ['sharedReceipt', token],
    queryFn: ({ signal }) => fetchResult('getSharedReceipt', { params: { token }, signal }),
    retry: false,
  });
  const shared = loadable(query);
  return (
    <Page>
      <PageHead
        title={t('order:shared.title')}
        actions={
          shared.state === 'ready' && (
            <Badge tone={shared.value.book === 'demo' ? 'accent' : 'neutral'}>
              {t(shared.value.book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount')}
            </Badge>
          )
        }
      />
      {shared.state === 'loading' && <SkeletonBlock height="6rem" />}
      {shared.state === 'error' &&
        (isNotHere(shared.failure) ? (
          <EmptyState
            title={t('order:shared.gone')}
            action={<LinkButton href="/">{t('order:shared.open')}</LinkButton>}
          >
            <p>{t('order:shared.goneText')}</p>
          </EmptyState>
        ) : (
          <FailureNote {...shared} />
        ))}
      {shared.state === 'ready' && <SharedOrder shared={shared.value} />}
    </Page>
  );
}

function SharedOrder({ shared }: { shared: SharedReceipt }) {
  const t = useT();
  const pictures = useReceiptPictures(shared.book);
  const published = usePublishedKeys(signersOf(shared.ticks));
  const pinned = usePinnedKeys(published.data?.keys);
  const replay = useMemo(() => sharedReplay(shared, t), [shared, t]);
  const evidence = useReplayEvidence(
    shared.ticks,
    useMemo(() => ({ ticks: [], runs: shared.runs }), [shared.runs]),
  );
  const drawn = useReplay(replay, { evidence, trusted: pinned?.trusted });
  const isSealed = drawn !== undefined && !drawn.isWrong && drawn.done === drawn.ticks.length;
  const state = drawn?.isWrong === true ? 'broken' : isSealed ? 'sealed' : 'open';
  const { value, asset, isSigned } = sharedResult(shared);
  const picture = pictureOf(shared, pictures);
  return (
    <>
      <p className={styles.intro}>{t('order:shared.intro')}</p>
      <ReceiptSides>
        <ReceiptPane
          title={picture?.title}
          headingLevel={2}
          how={t('order:shared.title')}
          seal={{ state, label: t(isSealed ? 'order:shared.proved' : 'order:replay.unproved') }}
          result={<Money value={value} asset={asset} coloured={isSigned} />}
          chart={drawn === undefined ? undefined : <ReplayChart {...drawn} />}
          facts={picture?.rows.map((row) => ({ ...row, id: row.name })) ?? []}
          line={
            drawn !== undefined && (
              <ProofLine state={state}>
                {t(drawn.isWrong ? 'order:replay.wrong' : 'order:replay.sealed', {
                  done: drawn.done,
                  count: drawn.ticks.length,
                })}
              </ProofLine>
            )
          }
          actions={drawn === undefined ? undefined : <PlayButton playback={drawn.playback} />}
        />
        <Section title={t('order:shared.proved')}>
          <Checks shared={shared} trusted={pinned?.trusted} />
          {shared.inputs.length !== 0 && (
            <Banner kind="warning">{t('trade:receipt.inputs', { names: shared.inputs.join(', ') })}</Banner>
          )}
          <p className={styles.note}>{t('order:shared.limits')}</p>
          <Stack row wrap gap={3} className={styles.actions}>
            <Button icon={Download} onClick={() => download(shared)}>
              {t('order:shared.download')}
            </Button>
            <LinkButton href="/">{t('order:shared.open')}</LinkButton>
          </Stack>
        </Section>
      </ReceiptSides>
    </>
  );
}

function pictureOf(shared: SharedReceipt, pictures: ReturnType<typeof useReceiptPictures>) {
  switch (shared.kind) {
    case 'option':
      return pictures.option(shared.order);
    case 'contract':
      return pictures.contract(shared.order);
    case 'spot':
      return pictures.spot(shared.order);
    case 'conversion':
      return pictures.conversion(shared.order);
  }
}

interface ChecksProps {
  readonly shared: SharedReceipt;
  readonly trusted: readonly string[] | undefined;
}

function Checks({ shared, trusted }: ChecksProps) {
  const t = useT();
  const format = useFormat();
  const { entry } = shared;
  const verdict = useMemo(() => (trusted === undefined ? undefined : verifyShared(shared, trusted)), [shared, trusted]);
  const log = useQuery({
    queryKey: ['logHash', entry.seq],
    queryFn: ({ signal }) => fetchResult('getLogHash', { query: { seq: entry.seq }, signal }),
    retry: false,
  });
  const without = (...checks: readonly string[]): boolean | undefined =>
    verdict && !verdict.faults.some(({ check }) => checks.includes(check));
  const isLogged = log.data === undefined ? (log.isError ? false : undefined) : log.data.hash === entry.hash;
  return (
    <ul className={styles.checks} role="status">
      <Check holds={without('ticks')}>{t('order:shared.ticks')}</Check>
      <Check holds={without('window', 'order', 'amounts')}>{t('order:shared.result')}</Check>
      <Check holds={without('seal')}>
        {t('order:shared.seal')} <span className={styles.note}>{format.exactTime(shared.sharedAt)}</span>
      </Check>
      <Check holds={isLogged}>
        {t('order:shared.log')}{' '}
        <code dir="ltr" className={styles.hash}>
          #{entry.seq} {entry.hash}
        </code>
      </Check>
    </ul>
  );
}

function Check({ holds, children }: { holds: boolean | undefined; children: ReactNode }) {
  const t = useT();
  const icon = holds === undefined ? Clock : holds ? CircleCheck : CircleAlert;
  const word = holds === undefined ? 'order:replay.unproved' : holds ? 'trade:order.proofOk' : 'trade:order.proofBad';
  const tone = holds === undefined ? styles.note : holds ? styles.holds : styles.fails;
  return (
    <li className={styles.check}>
      <Icon of={icon} label={t(word)} className={tone} />
      <span>{children}</span>
    </li>
  );
}

function download(shared: SharedReceipt): void {
  const blob = new Blob([JSON.stringify(shared, undefined, 2)], { type: 'application/json' });
  saveFile(`glasshouse-shared-${shared.entry.seq}.json`, blob);
}
