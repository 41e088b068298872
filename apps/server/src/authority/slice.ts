import type { ParameterKey, ParameterOf } from '@glasshouse/api/operator/parameters';
import type { RiskProduct } from '@glasshouse/api/risk-warning';
import { figureOf } from '../figures/in-force.ts';
import { notOwned } from '../kernel/core/effects.ts';
import { sliceOf } from '../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../kernel/core/types.ts';
import type {
  Acknowledgement,
  ActionRow,
  KnownLink,
  Operator,
  OperatorRequest,
  ParameterRow,
  Standing,
  ViewRow,
} from './rows.ts';

export const AUTHORITY = { name: 'authority' } as const;

export type AuthorityRows = {
  readonly operators: Operator;
  readonly operator_requests: OperatorRequest;
  readonly operator_actions: ActionRow;
  readonly operator_views: ViewRow;
  readonly user_standings: Standing;
  readonly parameters: ParameterRow;
  readonly risk_acknowledgements: Acknowledgement;
  readonly known_links: KnownLink;
};

export interface AuthoritySlice {
  readonly operators: Map<number, Operator>;
  /** Requests that wait for a second person. */
  readonly requests: Map<number, OperatorRequest>;
  /** When the first of them expires; Infinity without any. */
  nextExpiry: number;
  /** People who are frozen or disabled. */
  readonly standings: Map<number, Standing>;
  readonly parameters: Map<string, ParameterRow>;
  /** One-time links of operators, by the entry that told of them. */
  readonly links: Map<number, KnownLink>;
  /** Newest text of the risk warning that a person has read on the real book, by `readKey`. */
  readonly warningsRead: Map<string, number>;
}

export const readKey = (userId: number, product: RiskProduct): string => `${product}:${userId}`;

export const emptySlice = (): AuthoritySlice => ({
  operators: new Map(),
  requests: new Map(),
  nextExpiry: Number.POSITIVE_INFINITY,
  standings: new Map(),
  parameters: new Map(),
  links: new Map(),
  warningsRead: new Map(),
});

export const authorityOf = (state: CoreState): AuthoritySlice => sliceOf<AuthoritySlice>(state, AUTHORITY);

export function reduce(slice: AuthoritySlice, change: ChangeOf<AuthorityRows>): void {
  switch (change.table) {
    case 'operators':
      slice.operators.set(change.row.id, change.row);
      return;
    case 'operator_requests':
      if (change.row.state === 'waiting') slice.requests.set(change.row.id, change.row);
      else slice.requests.delete(change.row.id);
      slice.nextExpiry = [...slice.requests.values()].reduce(
        (first, request) => Math.min(first, request.expires_at),
        Number.POSITIVE_INFINITY,
      );
      return;
    case 'user_standings':
      if (change.row.status === 'active') slice.standings.delete(change.row.user_id);
      else slice.standings.set(change.row.user_id, change.row);
      return;
    case 'parameters':
      slice.parameters.set(change.row.key, change.row);
      return;
    case 'known_links':
      slice.links.set(change.row.opened_by, change.row);
      return;
    case 'risk_acknowledgements': {
      const { user_id: userId, book, product, text } = change.row;
      if (book !== 'real') return;
      const key = readKey(userId, product);
      slice.warningsRead.set(key, Math.max(text, slice.warningsRead.get(key) ?? 0));
      return;
    }
    case 'operator_actions':
    case 'operator_views':
      return;
    default:
      notOwned(AUTHORITY.name, change);
  }
}

/** The value in force. */
export const parameterOf = <Key extends ParameterKey>(state: CoreState, key: Key): ParameterOf<Key> =>
  (authorityOf(state).parameters.get(key)?.value ?? figureOf(state, `parameter.${key}`)) as unknown as ParameterOf<Key>;

/** Whether somebody asks for it and waits for a second person. */
export function isRequestPending(
  state: CoreState,
  { type, subject }: Pick<OperatorRequest, 'type' | 'subject'>,
  at: number,
): boolean {
  const requests = [...authorityOf(state).requests.values()];
  return requests.some((request) => request.type === type && request.subject === subject && at < request.expires_at);
}

/** Whether the person may do nothing new: frozen or disabled. */
export const isBarred = (state: CoreState, userId: number): boolean => authorityOf(state).standings.has(userId);
