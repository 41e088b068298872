/** One JSON file per language each. The web loads a namespace when a page needs it. */
export const NAMESPACES = [
  'common',
  'shell',
  'home',
  'market',
  'trade',
  'workspace',
  'coins',
  'contracts',
  'order',
  'convert',
  'alerts',
  'account',
  'funds',
  'notices',
  'errors',
  'emails',
] as const;
export type Namespace = (typeof NAMESPACES)[number];

export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}
export type Messages = { readonly [Name in Namespace]?: MessageTree };
