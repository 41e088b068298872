/** Who an operator is. The meaning of each role is the table below and nothing else. */
export const ROLES = ['owner', 'finance', 'compliance', 'support', 'content', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What each permission allows, and which roles hold it. Enforced at the gateway for each call and
 * again in the core for each command. The owner's word is not enough for money: where two persons
 * are needed, an owner is one of them.
 */
export const PERMISSIONS = {
  'dashboard.read': ['owner', 'finance', 'compliance', 'support', 'content', 'auditor'],
  'users.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'users.note': ['owner', 'finance', 'compliance', 'support'],
  'users.freeze': ['owner', 'compliance'],
  'users.sessions': ['owner', 'compliance', 'support'],
  'balances.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'kyc.read': ['owner', 'compliance', 'auditor'],
  'kyc.review': ['owner', 'compliance'],
  'documents.read': ['owner', 'compliance'],
  'deposits.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'deposits.review': ['owner', 'finance'],
  'withdrawals.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'withdrawals.review': ['owner', 'finance', 'compliance'],
  'withdrawals.pay': ['owner', 'finance'],
  'loans.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'loans.review': ['owner', 'finance'],
  'referrals.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'instruments.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'instruments.change': ['owner', 'finance'],
  'plans.read': ['owner', 'finance', 'compliance', 'support', 'auditor'],
  'plans.change': ['owner', 'finance'],
  'house.read': ['owner', 'finance', 'auditor'],
  'house.fund': ['owner', 'finance'],
  'house.draw': ['owner', 'finance'],
  'balances.adjust': ['owner', 'finance'],
  'parameters.read': ['owner', 'finance', 'compliance', 'auditor'],
  'parameters.change': ['owner', 'finance', 'compliance'],
  /** Whom the house serves and how far: two persons, of whom one holds the role of compliance. */
  'parameters.compliance': ['owner', 'compliance'],
  'ledger.read': ['owner', 'finance', 'compliance', 'auditor'],
  'audit.read': ['owner', 'compliance', 'auditor'],
  'reports.read': ['owner', 'finance', 'compliance', 'auditor'],
  'reports.export': ['owner', 'finance', 'compliance', 'auditor'],
  'requests.read': ['owner', 'finance', 'compliance', 'auditor'],
  'operators.read': ['owner', 'auditor'],
  'operators.manage': ['owner'],
  'nfts.read': ['owner', 'finance', 'compliance', 'content', 'auditor'],
  'nfts.write': ['owner', 'content'],
  'nfts.sell': ['owner', 'finance'],
  'nfts.pay': ['owner', 'finance'],
  'support.read': ['owner', 'support'],
  'support.work': ['owner', 'support'],
  'content.read': ['owner', 'compliance', 'support', 'content', 'auditor'],
  'content.write': ['owner', 'content'],
  'outbox.read': ['owner', 'support'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof PERMISSIONS;
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];

export const rolesAllow = (roles: readonly string[], permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly string[]).some((role) => roles.includes(role));

export const permissionsOf = (roles: readonly string[]): Permission[] =>
  PERMISSION_NAMES.filter((permission) => rolesAllow(roles, permission));
