import type { Permission } from '@glasshouse/api/operator/permissions';
import type { MessageKey, Namespace } from '@glasshouse/i18n';
import type { IconType } from '@glasshouse/ui';
import type { ComponentType } from 'react';

/** Where a page stands in the rail; without a group it is reached from another page. */
export type PageGroup = 'queues' | 'records' | 'system';

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
  /** Loaded with the page, besides common, shell and console. */
  readonly namespaces?: readonly Namespace[];
  readonly group?: PageGroup;
  /** Its number in the live counts, shown beside its name. */
  readonly count?: string;
  /** In the bar at the bottom of a phone; at most four pages, the first four that one may open. */
  readonly onPhone?: true;
  readonly load: () => Promise<ComponentType>;
}
