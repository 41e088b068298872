-- Fee tiers as terms of their own, verifications that were withdrawn, and withdrawals confirmed by passkey.

-- The table of fee tiers, in every version: orders are verified by the one that was in force.
create table fee_tier_terms (
  code    text    not null,
  version integer not null,
  terms   jsonb   not null,
  primary key (code, version)
);
alter table terms_changes drop constraint terms_changes_product_check;
alter table terms_changes add constraint terms_changes_product_check
  check (product in ('options', 'contracts', 'spot', 'convert', 'feeTiers'));

-- A verification that was taken back. The case keeps what was decided then; this says what was decided since.
create table kyc_withdrawals (
  case_id     bigint primary key,
  user_id     bigint not null,
  level       text   not null check (level in ('basic', 'full')),
  seq         bigint not null,           -- log entry
  operator    bigint not null,           -- who asked for it
  reason      text   not null,           -- code, as of a refusal
  note_digest text,                      -- SHA-256 of what was written to the person, with its nonce
  at          timestamptz not null,
  told_at     timestamptz
);
create index kyc_withdrawals_of_user on kyc_withdrawals (user_id, seq desc);

-- A withdrawal is signed for with its coin, amount and destination: a signature for one is worth nothing for another.
alter table factor_challenges drop constraint factor_challenges_purpose_check;
alter table factor_challenges add constraint factor_challenges_purpose_check
  check (purpose in ('register', 'login', 'step', 'withdraw'));
alter table factor_challenges add column about text;
alter table withdrawals drop constraint withdrawals_confirmed_with_check;
alter table withdrawals add constraint withdrawals_confirmed_with_check
  check (confirmed_with in ('none', 'email', 'totp', 'passkey'));
