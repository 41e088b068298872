import { code } from '@glasshouse/api/codes';
import { isHit } from '../../kernel/core/hits.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Refusal } from '../../kernel/core/types.ts';
import type { ContractOrder, ContractType } from './rows.ts';
import { contractsOf } from './slice.ts';

type OcoBody = { readonly code: string; readonly type: ContractType; readonly ocoWith?: number };

/**
 * The waiting order that a new one is to exclude; undefined where it excludes none. Refused: 11051
 * one of somebody else or of another instrument, or beside a market order, 11057 one that waits no
 * more, 11260 one that a price has hit.
 */
export function ocoPartner(
  state: CoreState,
  { body, userId, book }: Command<OcoBody>,
): ContractOrder | Refusal | undefined {
  const { ocoWith: id, type } = body;
  if (id === undefined) return undefined;
  const order = contractsOf(state).orders.get(id);
  if (order === undefined) return refuse(code.orderAlreadyFinal, 'ocoWith');
  const isOwn = order.user_id === userId && order.book === book;
  if (!isOwn || order.code !== body.code || type === 'market') return refuse(code.orderNotFound, 'ocoWith');
  if (isHit(state, id)) return refuse(code.orderHit, 'ocoWith');
  return order.state === 'waiting' && order.type !== 'market' ? order : refuse(code.orderAlreadyFinal, 'ocoWith');
}
