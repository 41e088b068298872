import type { Permission } from '@glasshouse/api/operator/permissions';
import { needMessages } from '@glasshouse/app/language/language';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadCallTable } from '../api/client.ts';
import { auditPages } from '../features/audit/pages.ts';
import { contentPages } from '../features/content/pages.ts';
import { dashboardPages } from '../features/dashboard/pages.ts';
import { depositPages } from '../features/deposits/pages.ts';
import { housePages } from '../features/house/pages.ts';
import { instrumentPages } from '../features/instruments/pages.ts';
import { kycPages } from '../features/kyc/pages.ts';
import { ledgerPages } from '../features/ledger/pages.ts';
import { lendingPages, loanPages } from '../features/loans/pages.ts';
import { nftPages } from '../features/nfts/pages.ts';
import { operatorPages } from '../features/operators/pages.ts';
import { outboxPages } from '../features/outbox/pages.ts';
import { ownPages } from '../features/own/pages.ts';
import { parameterPages } from '../features/parameters/pages.ts';
import { payoutPages } from '../features/payouts/pages.ts';
import { planPages } from '../features/plans/pages.ts';
import { reconciliationPages } from '../features/reconciliation/pages.ts';
import { referralPages } from '../features/referrals/pages.ts';
import { reportPages } from '../features/reports/pages.ts';
import { requestPages } from '../features/requests/pages.ts';
import { supportPages, supportRecordPages } from '../features/support/pages.ts';
import { userPages } from '../features/users/pages.ts';
import { withdrawalPages } from '../features/withdrawals/pages.ts';
import type { PageSpec } from '../parts/page-spec.ts';
import { casePages } from './cases/pages.ts';

export interface ConsolePage extends PageSpec {
  readonly Page: LazyExoticComponent<ComponentType>;
}

/**
 * Every page, in the order of the navigation within its place. A feature adds its own here: one
 * import and one line.
 */
const SPECS: readonly PageSpec[] = [
  ...casePages,
  ...requestPages,
  ...dashboardPages,
  ...supportPages,
  ...supportRecordPages,
  ...userPages,
  ...kycPages,
  ...referralPages,
  ...depositPages,
  ...withdrawalPages,
  ...payoutPages,
  ...ledgerPages,
  ...reconciliationPages,
  ...housePages,
  ...lendingPages,
  ...instrumentPages,
  ...loanPages,
  ...planPages,
  ...nftPages,
  ...parameterPages,
  ...operatorPages,
  ...contentPages,
  ...outboxPages,
  ...auditPages,
  ...reportPages,
  ...ownPages,
];

/** Loads page, texts and calls together, so that it never shows without them. */
export const pages: readonly ConsolePage[] = SPECS.map((spec) => ({
  ...spec,
  Page: lazy(async () => {
    const texts = needMessages(['errors', ...(spec.namespaces ?? [])]);
    const [Component] = await Promise.all([spec.load(), texts, loadCallTable()]);
    return { default: Component };
  }),
}));

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path);

export const pageOf = (path: string): ConsolePage | undefined => pages.find((page) => matches(page.path, path));

type May = (permission: Permission) => boolean;

export const isOpen = ({ permission, anyOf }: PageSpec, may: May): boolean =>
  (permission === undefined || may(permission)) && (anyOf === undefined || anyOf.some(may));

/** The pages of the navigation that this operator may open. */
export const openPages = (may: May): readonly ConsolePage[] =>
  pages.filter((page) => page.place !== undefined && isOpen(page, may));

export const firstPage = (may: May): ConsolePage | undefined => openPages(may)[0];
