-- Payouts since version 10 of the rules: limits over a day and a week, approvers who do not pay, files that are exported
-- once, and the payment that confirms a withdrawal.

alter table withdrawals
  add column account      text,            -- keyed digest of the bank account
  add column approvers    jsonb,
  add column spread       numeric(18, 8),  -- null: the currency was fixed at the request
  add column file         bigint,
  add column counts_until timestamptz,     -- counts towards the limits until then
  add column replaced     jsonb,           -- transactions that its present one replaced
  add column paid         jsonb;
alter table withdrawals drop constraint withdrawals_trouble_check;
alter table withdrawals add constraint withdrawals_trouble_check
  check (trouble in ('stuck', 'reverted', 'differs', 'early', 'used', 'altered'));
create index withdrawals_counted on withdrawals (counts_until) where counts_until is not null;
create index withdrawals_account on withdrawals (account) where account is not null;

create table payout_files (
  number      bigint primary key,
  batch       bigint not null,
  format      text   not null check (format in ('safe', 'links', 'csv', 'pain03', 'pain09')),
  withdrawals jsonb  not null,
  digest      text   not null,             -- SHA-256 of the file
  payments    text   not null,             -- SHA-256 of its payments, which the file carries
  made_by     bigint not null,
  made_at     timestamptz not null,
  voided_by   bigint,
  voided_at   timestamptz,
  check ((voided_by is null) = (voided_at is null))
);
create index payout_files_batch on payout_files (batch);
