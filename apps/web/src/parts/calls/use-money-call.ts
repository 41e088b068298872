import type { BodyOf, Calls, ResultOf } from '@glasshouse/api';
import { randomKey } from '@glasshouse/api/random-key';
import { type Failure, isUncertain } from '@glasshouse/client/failure';
import { untilKnown } from '@glasshouse/client/repeat';
import { useRef, useState } from 'react';
import { type Answer, call, type UsedCall } from '../../api/client.ts';

export type MoneyCall = {
  [Name in UsedCall]: Calls[Name]['movesMoney'] extends true ? Name : never;
}[UsedCall];

/**
 * A call that moves money. While its outcome is not known it is repeated, at first by itself, with
 * the same key and body, so that it happens at most once; a changed body or a decided answer starts
 * a new submission.
 */
export function useMoneyCall<Name extends MoneyCall>(name: Name) {
  const open = useRef<{ readonly body: string; readonly key: string }>(undefined);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const submit = async (body: BodyOf<Name>): Promise<Answer<ResultOf<Name>>> => {
    const text = JSON.stringify(body);
    if (open.current?.body !== text) open.current = { body: text, key: randomKey() };
    setBusy(true);
    setFailure(undefined);
    const input = { body, idempotencyKey: open.current.key };
    const answer = await untilKnown(() => call(name, input as unknown as Parameters<typeof call<Name>>[1]));
    setBusy(false);
    if (answer.ok || !isUncertain(answer.failure)) open.current = undefined;
    if (!answer.ok) setFailure(answer.failure);
    return answer;
  };
  return { submit, busy, failure, clear: () => setFailure(undefined) };
}
