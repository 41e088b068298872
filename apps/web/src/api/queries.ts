import type { ResultOf } from '@glasshouse/api';
import { call, type Input, type UsedCall } from './client.ts';
import { CallError } from './failure.ts';

/** A call for TanStack Query: returns the result or throws a `CallError`. */
export async function fetchResult<Name extends UsedCall>(name: Name, input: Input<Name>): Promise<ResultOf<Name>> {
  const answer = await call(name, input);
  if (!answer.ok) throw new CallError(answer.failure);
  return answer.result;
}
