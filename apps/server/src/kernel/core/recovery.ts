import { createState, putAccount, reduceRow } from './state.ts';
import type { ShardHead, Store } from './store.ts';
import type { CoreModule, CoreState, TickHistory } from './types.ts';

/**
 * Acquires the shard and loads everything that must be in memory: head, live rows, and the accounts
 * of the house and of users with something live.
 */
export async function loadState({
  store,
  modules,
  history,
}: {
  readonly store: Store;
  readonly modules: readonly CoreModule[];
  readonly history?: TickHistory;
}): Promise<{ state: CoreState; head: ShardHead }> {
  const head = await store.acquire();
  const state = createState(modules);
  state.sequence = head.sequence;
  state.lastHash = head.lastHash;
  state.nextAccountId = head.nextAccountId;
  state.lastAt = head.lastAt;
  for await (const page of store.loadLiveRows()) {
    for (const change of page) reduceRow(state, change);
  }
  const live = new Set(modules.flatMap((module) => [...(module.liveUsers?.(state.slices.get(module.name)) ?? [])]));
  for (const account of await store.loadAccounts([0, ...live])) putAccount(state, account);
  for (const userId of live) if (!state.residents.has(userId)) state.residents.set(userId, []);
  if (history !== undefined)
    for (const module of modules) await module.resume?.(state.slices.get(module.name), history);
  return { state, head };
}
