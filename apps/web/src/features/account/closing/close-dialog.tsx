import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { Form } from '@glasshouse/app/forms/form.tsx';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { endSession } from '@glasshouse/app/session/session';
import { Banner, BottomSheet, Checkbox, SkeletonBlock, toasts } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, fetchResult } from '../../../api/client.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';
import { Submit } from '../../../parts/forms/sheet-form.tsx';
import { ProofFields, useProof } from '../security/proof-fields.tsx';

interface DialogProps {
  readonly totp: boolean;
  readonly onClose: () => void;
}

/** What stands in the way is named; then whoever knows the password closes the account. */
export function CloseDialog({ totp, onClose }: DialogProps) {
  const t = useT();
  const query = useQuery({
    queryKey: privateKey('closing', 'real'),
    queryFn: ({ signal }) => fetchResult('getClosing', { signal }),
    staleTime: 0,
  });
  const closing = loadable(query);
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t('signin:closing.close')}
      description={t('signin:closing.closeText')}
      closeLabel={t('common:action.close')}
    >
      {closing.state === 'loading' && <SkeletonBlock height="2.4rem" />}
      {closing.state === 'error' && <FailureNote failure={closing.failure} retry={closing.retry} />}
      {closing.state === 'ready' && <Confirm closing={closing.value} totp={totp} />}
    </BottomSheet>
  );
}

function Confirm({ closing, totp }: { readonly closing: ResultOf<'getClosing'>; readonly totp: boolean }) {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const proof = useProof(totp);
  const [leave, setLeave] = useState(false);
  const { left, loans, deposits, isOpen } = closing;
  const { busy, failure, submit } = useSending({
    check: proof.form.check,
    send: () => call('closeAccount', { body: { leave, ...proof.body } }),
    refuse: proof.form.refuse,
    done: () => {
      endSession();
      toasts.show({ title: t('signin:closing.done') });
      navigate('/', { replace: true });
    },
  });
  return (
    <Form onSubmit={submit}>
      {isOpen && <Banner kind="warning">{t('signin:closing.open')}</Banner>}
      {0 < left.length && (
        <div>
          <p>{t('signin:closing.left')}</p>
          <ul>
            {left.map(({ asset, kind, amount }) => (
              <li key={`${asset} ${kind}`}>
                {t(`account:accountKind.${kind}`)}: <bdi translate="no">{format.money(amount, asset)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {0 < loans && <p>{t('signin:closing.loans', { count: loans })}</p>}
      {0 < deposits && <p>{t('signin:closing.deposits', { count: deposits })}</p>}
      {!isOpen && (
        <>
          <p>{t('signin:closing.kept')}</p>
          {0 < left.length && <Checkbox label={t('signin:closing.leave')} checked={leave} onChange={setLeave} />}
          <ProofFields proof={proof} />
          <Submit
            label={t('signin:closing.confirm')}
            variant="danger"
            busy={busy}
            failure={failure}
            disabled={0 < left.length && !leave}
          />
        </>
      )}
    </Form>
  );
}
