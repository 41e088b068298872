/**
 * Every table with something of a person, for their export. A test compares both lists with the
 * database: a new table belongs into one of them. `plan_mails` only names orders that had a mail.
 */
export interface OwnTable {
  readonly table: string;
  /** The column that names the person. */
  readonly column: string;
  /** What is not the person's to have: secrets, and where operators sat. */
  readonly without?: readonly string[];
}

const ownTables = (column: string, ...tables: readonly string[]): OwnTable[] =>
  tables.map((table) => ({ table, column }));

export const EXPORTED: readonly OwnTable[] = [
  { table: 'users', column: 'id', without: ['password_hash'] },
  { table: 'sessions', column: 'user_id', without: ['token_hash'] },
  ...ownTables('user_id', 'credential_changes', 'sign_in_identities', 'sign_in_wallets', 'notice_choices'),
  { table: 'push_subscriptions', column: 'user_id', without: ['endpoint', 'p256dh', 'auth', 'keys'] },
  { table: 'customer_passkeys', column: 'owner', without: ['public_key', 'credential_id'] },
  ...ownTables('user_id', 'user_standings', 'user_levels', 'referral_links', 'referral_rewards', 'notification_reads'),
  ...ownTables('user_id', 'price_alerts', 'operator_views', 'risk_acknowledgements', 'workspace_layouts'),
  { table: 'operator_actions', column: 'user_id', without: ['session', 'device', 'address'] },
  {
    table: 'operator_requests',
    column: 'user_id',
    without: ['asked_session', 'asked_device', 'asked_credential', 'asked_address'],
  },
  { table: 'kyc_cases', column: 'user_id', without: ['note_digest'] },
  ...ownTables('user_id', 'kyc_states', 'kyc_assessments', 'kyc_erasures', 'kyc_shares', 'kyc_withdrawals'),
  { table: 'support_conversations', column: 'user_id', without: ['visitor_hash', 'assigned'] },
  { table: 'files', column: 'user_id', without: ['sealed_key'] },
  ...ownTables(
    'user_id',
    'deposits',
    'deposit_hashes',
    'deposit_addresses',
    'deposit_alarms',
    'deposit_findings',
    'watch_transfers',
  ),
  ...ownTables('user_id', 'evidence', 'deposit_holds', 'identity_usage', 'corporate_notices', 'contract_warnings'),
  ...ownTables('user_id', 'withdrawals', 'withdrawal_addresses', 'withdrawal_locks', 'withdrawal_waits'),
  ...ownTables('user_id', 'option_orders', 'contract_orders', 'spot_orders', 'spot_fills'),
  ...ownTables('user_id', 'convert_quotes', 'convert_orders', 'convert_fills'),
  ...ownTables(
    'user_id',
    'plan_orders',
    'plan_switches',
    'loans',
    'loan_returns',
    'loan_agreements',
    'nft_purchases',
    'nft_shares',
  ),
  ...ownTables('user_id', 'shared_receipts', 'traded_volume', 'fee_resets', 'user_results'),
  ...ownTables('user_id', 'cost_heads', 'cost_holdings', 'cost_steps'),
  ...ownTables('owner', 'accounts'),
  ...ownTables('user_id', 'postings', 'command_log', 'imported_history', 'history_imports'),
];

/** Sealed tables: written opened, by code of their own. */
export const OPENED: readonly OwnTable[] = ownTables('user_id', 'kyc_submissions', 'kyc_drafts', 'private_details');

/** What is kept back, and why. */
export const KEPT_BACK: Readonly<Record<string, readonly OwnTable[]>> = {
  'secrets that protect the account': [
    ...ownTables('owner', 'customer_totp', 'customer_recovery_codes', 'factor_challenges', 'credential_nonces'),
    ...ownTables('user_id', 'withdrawal_passwords', 'sign_in_flows'),
  ],
  'remarks of those who look after suspicions, who must not tell': ownTables('user_id', 'user_notes'),
  'digests of the log, of what is exported or secret itself': ownTables(
    'owner',
    'known_sessions',
    'credential_records',
    'credential_states',
    'credential_alarms',
  ),
  'of operators, not of customers': ownTables('owner', 'operator_totp', 'operator_recovery_codes', 'operator_passkeys'),
};
