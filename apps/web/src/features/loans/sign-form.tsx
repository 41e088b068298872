import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { signatureHash } from '@glasshouse/rules/loan-agreement';
import { Button, Card, Segmented, Stack, TextField, toasts } from '@glasshouse/ui';
import { PenLine, Undo2 } from '@glasshouse/ui/icon/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type SignaturePad from 'signature_pad';
import { useLocation } from 'wouter';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { Pad } from '../../parts/signature/signature-pad.tsx';
import styles from './loans.module.css';
import { type Signature, type Strokes, strokesOf } from './signature.ts';

const NAME_MAX = 64;

/** Draws or types a signature, shows what its hash is, and asks for the loan. */
export function SignForm({ agreement }: { agreement: ResultOf<'getLoanAgreement'> }) {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const money = useMoneyCall('requestLoan');
  const pad = useRef<SignaturePad>(undefined);
  const field = useRef<HTMLDivElement>(null);
  const [method, setMethod] = useState<'draw' | 'type'>('draw');
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [typed, setTyped] = useState('');
  const [wasAsked, setAsked] = useState(false);
  const signature = signatureOf(method, strokes, typed.trim());
  const takeStrokes = () => setStrokes(strokesOf(pad.current?.toData() ?? [], field.current?.clientWidth ?? 0));
  const clear = (left: number) => {
    pad.current?.fromData(pad.current.toData().slice(0, left));
    takeStrokes();
  };
  const ask = async () => {
    setAsked(true);
    if (signature === undefined) return;
    const { id: agreementId, amount, termDays } = agreement;
    const answer = await money.submit({ amount, termDays, agreementId, signature });
    if (!answer.ok) return;
    void client.invalidateQueries({ queryKey: ['private'] });
    toasts.show({ title: t('loans:submitted') });
    navigate(`/loan/${answer.result.id}`);
  };
  return (
    <RealGate text={t('loans:gate')}>
      <Card>
        <Stack gap={4}>
          <Segmented
            label={t('kyc:signature.way')}
            size="s"
            value={method}
            onChange={(next) => {
              setMethod(next);
              setStrokes([]);
            }}
            options={[
              { value: 'draw', label: t('kyc:signature.draw'), icon: PenLine },
              { value: 'type', label: t('kyc:signature.type') },
            ]}
          />
          {method === 'draw' ? (
            <>
              <div ref={field}>
                <Pad pad={pad} wrong={wasAsked && signature === undefined} onChange={takeStrokes} />
              </div>
              <Stack row wrap gap={2}>
                <Button
                  size="s"
                  icon={Undo2}
                  disabled={strokes.length === 0 || money.busy}
                  onClick={() => clear((pad.current?.toData().length ?? 0) - 1)}
                >
                  {t('kyc:signature.undo')}
                </Button>
                <Button size="s" variant="quiet" disabled={strokes.length === 0 || money.busy} onClick={() => clear(0)}>
                  {t('kyc:signature.clear')}
                </Button>
              </Stack>
            </>
          ) : (
            <TextField
              label={t('kyc:signature.name')}
              hint={t('kyc:signature.typeHint')}
              size="l"
              maxLength={NAME_MAX}
              autoComplete="name"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <dl className={styles.hashes}>
            <dt>{t('loans:field.signatureHash')}</dt>
            <dd className={styles.hash} dir="ltr">
              {signature === undefined ? '–' : signatureHash(signature)}
            </dd>
          </dl>
          {wasAsked && signature === undefined && (
            <p role="alert" className={styles.wrong}>
              {t('loans:signFirst')}
            </p>
          )}
          <Button variant="primary" size="l" full loading={money.busy} onClick={() => void ask()}>
            {t('loans:submit', { amount: format.money(agreement.amount, 'USDT') })}
          </Button>
          <p className={styles.muted}>{t('loans:noWithdrawals')}</p>
          {money.failure && <FailureNote failure={money.failure} />}
        </Stack>
      </Card>
    </RealGate>
  );
}

/** A dot is no signature. */
function signatureOf(method: 'draw' | 'type', strokes: Strokes, typed: string): Signature | undefined {
  if (method === 'type') return typed === '' ? undefined : { typed };
  return strokes.some((stroke) => 1 < stroke.length) ? { strokes } : undefined;
}
