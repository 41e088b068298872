import type { Book } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { Button, Segmented, Stack, TextField } from '@glasshouse/ui';
import { Lock, PenLine, Scale } from '@glasshouse/ui/icon/icons';
import { useT } from '@glasshouse/web/i18n/language';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';

type Profile = OperatorResultOf<'getUser'>;
type Action = 'frozen' | 'disabled' | 'active' | 'note' | 'adjust';

const AMOUNT = /^(?!0(?:\.0+)?$)\d{1,14}(?:\.\d{1,8})?$/;
const ASSET = /^[A-Z0-9]{2,12}$/;

/** What may be done about a person. Each asks for a reason. */
export function UserActions({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const t = useT();
  const may = useMay();
  const queries = useQueryClient();
  const [book, setBook] = useState<Book>('real');
  const [direction, setDirection] = useState<'credit' | 'debit'>('credit');
  const [amount, setAmount] = useState('');
  const [asset, setAsset] = useState('USDT');
  const params = { id: String(profile.user.id) };
  const make = (action: Action): Decision => {
    const common = { isUndoable: false, stepUp: true, done: t('records:users.done') } as const;
    switch (action) {
      case 'frozen':
      case 'disabled':
      case 'active': {
        const words = {
          frozen: [t('records:users.freeze'), t('records:users.freezeText')],
          disabled: [t('records:users.disable'), t('records:users.disableText')],
          active: [t('records:users.lift'), t('records:users.liftText')],
        }[action] as [string, string];
        return {
          ...common,
          kind: action === 'active' ? 'approve' : 'reject',
          label: words[0],
          title: words[0],
          text: words[1],
          usual: action === 'active' ? [t('console:usual.checked')] : [],
          send: ({ reason, idempotencyKey }) =>
            call('setUserStanding', { params, body: { status: action, reason }, idempotencyKey }),
        };
      }
      case 'note':
        return {
          ...common,
          stepUp: false,
          kind: 'approve',
          label: t('records:users.note'),
          title: t('records:users.noteField'),
          done: t('records:users.noteSaved'),
          send: async ({ reason, idempotencyKey }) => {
            const answer = await call('addUserNote', { params, body: { text: reason }, idempotencyKey });
            return answer.ok ? { ...answer, result: {} } : answer;
          },
        };
      case 'adjust':
        return {
          ...common,
          kind: 'approve',
          label: t('records:users.adjust'),
          title: t('records:users.adjust'),
          text: t('records:users.adjustText'),
          fields: (
            <>
              <Stack row wrap gap={3}>
                <Segmented
                  label={t('records:col.kind')}
                  value={direction}
                  onChange={setDirection}
                  options={(['credit', 'debit'] as const).map((value) => ({
                    value,
                    label: t(`records:users.${value}`),
                  }))}
                />
                <Segmented
                  label={t('records:col.book')}
                  value={book}
                  onChange={setBook}
                  options={(['real', 'demo'] as const).map((value) => ({ value, label: t(`common:book.${value}`) }))}
                />
              </Stack>
              <TextField
                label={t('records:col.amount')}
                dir="ltr"
                inputMode="decimal"
                value={amount}
                onChange={(event) => setAmount(event.currentTarget.value.trim())}
              />
              <TextField
                label={t('records:col.asset')}
                dir="ltr"
                value={asset}
                onChange={(event) => setAsset(event.currentTarget.value.trim().toUpperCase())}
              />
            </>
          ),
          problem: AMOUNT.test(amount) && ASSET.test(asset) ? undefined : t('records:col.amount'),
          send: ({ reason, idempotencyKey }) =>
            call('adjustUserBalance', { params, body: { book, asset, direction, amount, reason }, idempotencyKey }),
        };
    }
  };
  const decision = useDecision(make, () => {
    onDone();
    void queries.invalidateQueries({ queryKey: ['listUserEvents', params.id] });
  });
  const { status } = profile.user;
  return (
    <>
      {may('users.note') && (
        <Button icon={PenLine} onClick={() => decision.ask('note')}>
          {t('records:users.note')}
        </Button>
      )}
      {may('balances.adjust') && (
        <Button icon={Scale} onClick={() => decision.ask('adjust')}>
          {t('records:users.adjust')}
        </Button>
      )}
      {may('users.freeze') && status !== 'active' && (
        <Button onClick={() => decision.ask('active')}>{t('records:users.lift')}</Button>
      )}
      {may('users.freeze') && status === 'active' && (
        <Button icon={Lock} onClick={() => decision.ask('frozen')}>
          {t('records:users.freeze')}
        </Button>
      )}
      {may('users.freeze') && status !== 'disabled' && (
        <Button onClick={() => decision.ask('disabled')}>{t('records:users.disable')}</Button>
      )}
      {decision.dialog}
    </>
  );
}
