import { createHash } from 'node:crypto';
import { ceilDiv, mustUnits, WHOLE_RATE } from '../figures.ts';

/** Who stands behind an approval or a payment. */
export interface Actor {
  readonly operator: number;
  readonly session: number;
  readonly device: string;
  readonly credential: string;
}
/** What limits and duties read of a withdrawal. */
export interface Payable {
  readonly id: number;
  readonly user_id: number;
  readonly value_usdt: string | null;
  readonly approved_at: number | null;
  readonly approvers: readonly Actor[] | null;
  readonly counts_until: number | null;
  [column: string]: unknown;
}

const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;
/** Of the parameters; these worlds do not set them. */
const PERSON = { day: '10000', week: '25000' };
const OPERATOR = { day: '25000', week: '100000' };

export const actorOf = ({ operator, session, device, credential }: Actor): Actor => ({
  operator,
  session,
  device,
  credential,
});

export const isOnePerson = (first: Actor, second: Actor): boolean =>
  first.operator === second.operator ||
  first.session === second.session ||
  first.device === second.device ||
  first.credential === second.credential;

/** Everything that says how much goes where. */
export function digestOf(row: Payable): string {
  const columns = ['id', 'user_id', 'method', 'network', 'asset', 'address', 'details', 'received'];
  const payee = [...columns, 'currency', 'currency_amount'].map((column) => row[column]);
  return createHash('sha256').update(JSON.stringify(payee)).digest('hex');
}

const destinationOf = ({ address, account, details }: Payable): unknown => address ?? account ?? details;

/** Whether one person may not approve it: by itself, or with what a day and a week add to it. */
export function crossesLimits(
  row: Payable,
  all: Iterable<Payable>,
  approval: { readonly by: Actor; readonly at: number; readonly limit: string },
): boolean {
  if (row.value_usdt === null || mustUnits(approval.limit) < mustUnits(row.value_usdt)) return true;
  const worth = mustUnits(row.value_usdt);
  const counted = [...all].filter(({ id, counts_until }) => counts_until !== null && id !== row.id);
  const isAbove = (limits: typeof PERSON, fits: (payable: Payable) => boolean): boolean =>
    (['day', 'week'] as const).some((span) => {
      const since = approval.at - (span === 'day' ? DAY_MS : WEEK_MS);
      const sum = counted
        .filter((payable) => since < (payable.approved_at ?? 0) && fits(payable))
        .reduce((total, { value_usdt }) => total + mustUnits(value_usdt ?? '0'), 0n);
      return mustUnits(limits[span]) < sum + worth;
    });
  return (
    isAbove(PERSON, (payable) => payable.user_id === row.user_id) ||
    isAbove(PERSON, (payable) => destinationOf(payable) === destinationOf(row)) ||
    isAbove(OPERATOR, ({ approvers }) => approvers?.length === 1 && isOnePerson(approvers[0]!, approval.by))
  );
}

/** What an operator approved alone within the last day, in USDT. */
export function aloneOfDay(all: Iterable<Payable>, operator: number, at: number): bigint {
  let sum = 0n;
  for (const { approvers, approved_at, counts_until, value_usdt } of all) {
    const isAlone = approvers?.length === 1 && approvers[0]?.operator === operator;
    if (isAlone && counts_until !== null && at - DAY_MS < (approved_at ?? 0)) sum += mustUnits(value_usdt ?? '0');
  }
  return sum;
}
export const ALONE_OF_DAY_MAX = mustUnits(OPERATOR.day);

/** What is converted: the house keeps its share, rounded up. */
export const lessSpread = (received: bigint, spread: string | null): bigint =>
  spread === null ? received : received - ceilDiv(received * mustUnits(spread), WHOLE_RATE);
