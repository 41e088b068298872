import type { BodyOf } from '@glasshouse/api';
import { needMessages, useTranslator } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { useUserInfo } from '../../parts/account/use-user-info.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { callingCodeOf } from './calling-codes.ts';
import {
  bodyOf,
  EMPTY,
  type Field,
  fieldProblem,
  type KycStatus,
  type KycValues,
  type Level,
  neededFields,
  type Part,
  valuesOf,
} from './kyc-values.ts';
import { useDraft } from './use-draft.ts';

const PROBLEM = {
  empty: 'kyc:wrong.empty',
  underage: 'kyc:wrong.underage',
  birthdate: 'kyc:wrong.birthdate',
  phone: 'kyc:wrong.phone',
  email: 'kyc:wrong.email',
  document: 'kyc:wrong.document',
} as const;

interface FormInput {
  readonly level: Level;
  readonly status: KycStatus;
  readonly parts: readonly Part[];
  readonly onDone: () => void;
}

/** The values of an identity form, its errors, its draft and its submission. */
export function useKycForm({ level, status, parts, onDone }: FormInput) {
  const translator = useTranslator();
  const { t } = translator;
  const client = useQueryClient();
  const book = useBook();
  const email = useUserInfo().data?.user.email ?? '';
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<KycValues>(() => {
    const documentType = status.basic.submitted?.documentType ?? EMPTY.documentType;
    return valuesOf(status[level].draft?.form, { ...EMPTY, email, documentType });
  });
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Readonly<Partial<Record<Field, number>>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const draft = useDraft(level, parts, values);
  const today = new Date(serverNow()).toISOString().slice(0, 10);

  const problemOf = (field: Field) => {
    const problem = fieldProblem(field, values, today);
    return problem === undefined ? undefined : t(PROBLEM[problem]);
  };
  const set = (part: Partial<KycValues>) => {
    setValues((known) => {
      const next = { ...known, ...part };
      // The code of the country of residence, until another is chosen.
      if (part.country !== undefined && known.callingCode === '') next.callingCode = callingCodeOf(part.country) ?? '';
      return next;
    });
    setRefused((known) => Object.fromEntries(Object.entries(known).filter(([name]) => !(name in part))));
  };
  const submit = async () => {
    const needed = neededFields(parts, values);
    setLeft(new Set(needed));
    if (needed.some((field) => fieldProblem(field, values, today) !== undefined)) {
      // After the errors are there.
      requestAnimationFrame(() => {
        const first = form.current?.querySelector<HTMLElement>(
          '[aria-invalid=true], button[data-invalid=true], [data-wrong]',
        );
        first?.scrollIntoView({ block: 'center' });
        first?.focus();
      });
      return;
    }
    setBusy(true);
    setFailure(undefined);
    const body = bodyOf(parts, values);
    const answer =
      level === 'basic'
        ? await call('submitBasicKyc', { body: body as BodyOf<'submitBasicKyc'> })
        : await call('submitFullKyc', { body });
    setBusy(false);
    if (answer.ok) {
      draft.forget();
      await client.invalidateQueries({ queryKey: privateKey('kyc', book) });
      void client.invalidateQueries({ queryKey: privateKey('userInfo', book) });
      onDone();
      return;
    }
    if (answer.failure.kind === 'refused') {
      const named = Object.entries(answer.failure.fields).filter(([name]) => name in values);
      await needMessages(['errors']);
      setRefused(Object.fromEntries(named));
      if (0 < named.length) return;
    }
    setFailure(answer.failure);
  };
  return {
    form,
    values,
    set,
    leave: (field: Field) => {
      if (values[field] !== '') setLeft((known) => new Set(known).add(field));
    },
    errorAt: (field: Field): string | undefined => {
      const code = refused[field];
      if (code !== undefined) return translator.error(code);
      return left.has(field) ? problemOf(field) : undefined;
    },
    today,
    busy,
    failure,
    draftState: draft.state,
    submit,
  };
}
export type KycFormState = ReturnType<typeof useKycForm>;
