import type { Permission } from '@glasshouse/api/operator/permissions';
import type { MessageKey, Namespace } from '@glasshouse/i18n';
import type { IconType } from '@glasshouse/ui';
import type { ComponentType } from 'react';

/**
 * The place of the navigation that a page belongs to; several pages of a place are its tabs. `own`
 * is the menu of the person who is signed in.
 */
export type Place =
  | 'queue'
  | 'overview'
  | 'support'
  | 'members'
  | 'identity'
  | 'invitations'
  | 'transfers'
  | 'ledger'
  | 'pools'
  | 'instruments'
  | 'calendar'
  | 'feeTiers'
  | 'products'
  | 'parameters'
  | 'content'
  | 'audit'
  | 'own';

/** What a feature says of each of its pages; `pages.ts` lists them all. */
export interface PageSpec {
  /** Below `/operator`; parameters as `:id`. */
  readonly path: string;
  readonly title: MessageKey;
  /** For the narrow places at the bottom of a phone, where the title is too long for them. */
  readonly shortTitle?: MessageKey;
  readonly icon: IconType;
  /** Without it the page is neither shown nor opened. Undefined: for everyone signed in. */
  readonly permission?: Permission;
  /** Instead of one permission: any of these opens it. */
  readonly anyOf?: readonly Permission[];
  /** Loaded with the page, besides common, shell and console. */
  readonly namespaces?: readonly Namespace[];
  /** Without one it is reached from another page. */
  readonly place?: Place;
  /** Its queue in the live counts, whose number is shown beside its name. */
  readonly count?: string;
  /** In the bar at the bottom of a phone; at most four pages, the first four that one may open. */
  readonly onPhone?: true;
  readonly load: () => Promise<ComponentType>;
}
