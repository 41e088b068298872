import type { ChainSettings } from '../../chains/settings.ts';
import type { OwnedEvent } from '../../chains/watch/events.ts';

export interface WatchersData {
  readonly databaseUrl: string;
  readonly chains: ChainSettings;
  readonly logLevel: string;
}

export type WatcherMessage =
  | { readonly kind: 'report'; readonly ticket: number; readonly event: OwnedEvent }
  | { readonly kind: 'problem'; readonly network: string; readonly problem: string | undefined };

/** `taken`: the core has it; otherwise it is to be sent again. */
export interface WatcherReply {
  readonly ticket: number;
  readonly taken: boolean;
}
