/** One JSON file per language each. The web loads a namespace when a page needs it. */
export const NAMESPACES = [
  'common',
  'shell',
  'home',
  'site',
  'market',
  'trade',
  'workspace',
  'coins',
  'contracts',
  'order',
  'convert',
  'plans',
  'portfolio',
  'alerts',
  'account',
  'funds',
  'funding',
  'kyc',
  'nfts',
  'wallet',
  'loans',
  'security',
  'support',
  'signin',
  'imports',
  'console',
  'records',
  'notices',
  'help',
  'guide',
  'errors',
  'emails',
] as const;
export type Namespace = (typeof NAMESPACES)[number];

export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}
export type Messages = { readonly [Name in Namespace]?: MessageTree };
