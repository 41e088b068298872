import { Banner, Button, Card, KeyValue, Section, Stack } from '@glasshouse/ui';
import { Download, ShieldCheck } from '@glasshouse/ui/icon/icons';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { LinesTable } from '../../shared/lines-table.tsx';
import { LogTable } from './log-table.tsx';
import styles from './order.module.css';
import { TicksTable } from './ticks-table.tsx';
import { type Order, type OrderVerdict, verifyOrder } from './verify-order.ts';

const MINUTE_MS = 60_000;
/** A minute is closed and signed within this time after its end. */
const SIGNING_MS = 8_000;
const ASKED_MAX = 5;

/** Prices used with their proofs, log entries and ledger lines; the browser verifies on request. */
export function Receipt({ order, refresh }: { order: Order; refresh: () => void }) {
  const t = useT();
  const format = useFormat();
  const { receipt } = order;
  const [keys, setKeys] = useState<readonly string[]>();
  // Proofs that arrive later are checked as they come, once the reader has asked.
  const verdict = useMemo(() => (keys === undefined ? undefined : verifyOrder(order, keys)), [order, keys]);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const pending = receipt?.ticks.some((proven) => proven.receipt === null) === true;
  useLater(pending, refresh);

  if (receipt === null)
    return (
      <Banner kind="info" className={styles.receipt}>
        {t('trade:order.pending')}
      </Banner>
    );
  const verify = async () => {
    setBusy(true);
    setFailure(undefined);
    const published = await call('listPublicKeys', {});
    setBusy(false);
    if (published.ok) setKeys(published.result.map((key) => key.publicKey));
    else setFailure(published.failure);
  };
  return (
    <div className={styles.receipt}>
      <Section title={t('trade:receipt.title')} note={t('trade:receipt.intro')}>
        <Card>
          <Stack gap={4}>
            <p className={styles.note}>{t('trade:receipt.verifyText')}</p>
            {pending && <Banner kind="info">{t('trade:receipt.pending')}</Banner>}
            {failure && <FailureNote failure={failure} />}
            {verdict && <Verdict verdict={verdict} />}
            <Stack row wrap gap={3}>
              <Button variant="primary" icon={ShieldCheck} loading={busy} onClick={() => void verify()}>
                {t('trade:receipt.verify')}
              </Button>
              <Button icon={Download} onClick={() => download(order)}>
                {t('trade:receipt.downloadReceipt')}
              </Button>
            </Stack>
          </Stack>
        </Card>
      </Section>
      <Section title={t('trade:receipt.ticks')}>
        <Card flush>
          <TicksTable order={order} verdict={verdict} />
          <KeyValue
            className={styles.facts ?? ''}
            rows={[
              { id: 'count', name: t('trade:order.ticksInWindow'), value: receipt.ticksInWindow },
              { id: 'gap', name: t('trade:order.gapLimit'), value: format.duration(receipt.gapLimitMs / 1000) },
            ]}
          />
        </Card>
      </Section>
      <Section title={t('trade:receipt.ledger')}>
        <Card flush>
          <LinesTable lines={receipt.lines} />
        </Card>
      </Section>
      <Section title={t('trade:receipt.log')}>
        <Card flush>
          <LogTable entries={receipt.log} />
        </Card>
      </Section>
    </div>
  );
}

function Verdict({ verdict }: { verdict: OrderVerdict }) {
  const t = useT();
  const found = [...verdict.ticks.values()];
  const bad = found.includes('wrong') || verdict.result === false;
  const waiting = found.includes('pending');
  // Before the first proof is there nothing has been verified; the page says already that proofs are awaited.
  if (!bad && !found.includes('proved')) return null;
  return (
    <Banner kind={bad ? 'danger' : 'success'}>
      {bad ? t('trade:receipt.notFit') : t(waiting ? 'trade:receipt.partly' : 'trade:receipt.verified')}
      {verdict.result === true && !bad && <> {t('trade:receipt.resultFits')}</>}
      {verdict.result === false && <> {t('trade:receipt.resultWrong')}</>}
    </Banner>
  );
}

/** Asks again each time a minute has been signed, until every proof is there or it is plain that none will come. */
function useLater(wanted: boolean, refresh: () => void): void {
  const [asked, setAsked] = useState(0);
  const again = useEffectEvent(refresh);
  useEffect(() => {
    if (!wanted || ASKED_MAX <= asked) return;
    const waitMs = MINUTE_MS - (serverNow() % MINUTE_MS) + SIGNING_MS;
    const timer = setTimeout(() => {
      again();
      setAsked(asked + 1);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
}

/** The receipt as a file, for checking without this page. */
function download(order: Order): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(order, undefined, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `glasshouse-order-${order.id}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
