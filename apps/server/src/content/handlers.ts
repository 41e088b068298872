import type { CoreModule } from '../kernel/core/types.ts';
import { type PublishBody, publish, type WithdrawBody, withdraw } from './publish.ts';
import { ITEMS_TABLE, VERSIONS_TABLE } from './rows.ts';
import { CONTENT, type ContentRows, type ContentSlice, emptySlice, reduce } from './slice.ts';

export type ContentCommands = {
  readonly 'content.publish': { readonly body: PublishBody; readonly facts: null };
  readonly 'content.withdraw': { readonly body: WithdrawBody; readonly facts: null };
};

/** What was published, when and by whom. */
export const contentModule: CoreModule<ContentCommands, ContentRows, ContentSlice> = {
  name: CONTENT.name,
  initial: emptySlice,
  tables: [ITEMS_TABLE, VERSIONS_TABLE],
  reduce,
  handlers: { 'content.publish': publish, 'content.withdraw': withdraw },
  gather: {},
  internal: [],
};
