-- Loans against a pledge, from the lending pool. All of `loans` follows from the command log.

create table loans (
  id              bigint primary key,    -- sequence of the command that made it
  user_id         bigint not null,
  book            text   not null check (book = 'real'),
  state           text   not null check (state in ('pending', 'rejected', 'cancelled', 'repaying', 'expired', 'repaid')),
  amount          numeric(38, 8) not null check (amount > 0),
  term_days       integer not null check (term_days between 1 and 3650),
  terms           jsonb  not null,
  interest        numeric(38, 8) not null check (interest >= 0),
  repayment       numeric(38, 8) not null check (repayment = amount + interest),
  apr             numeric(18, 8) not null,
  limit_rate      numeric(18, 8) not null,
  balance_value   numeric(38, 8) not null,
  agreement       bigint not null,       -- loan_agreements
  version         integer not null,
  language        text   not null,
  text_hash       text   not null,
  signature_hash  text   not null,
  collateral      jsonb  not null,
  principal       numeric(38, 8) not null check (principal >= 0 and principal + paid_principal = amount),
  accrued         text   not null,       -- in 10^-16 of a USDT
  counted_day     integer,
  paid_principal  numeric(38, 8) not null check (paid_principal >= 0),
  paid_interest   numeric(38, 8) not null check (paid_interest >= 0),
  start_day       integer,
  due_day         integer,
  reminded        integer not null,
  collected_day   integer,
  warned_at       timestamptz,
  reason          text,
  note            text,
  steps           jsonb  not null,
  placed_at       timestamptz not null,
  review_by       timestamptz,
  started_at      timestamptz,
  closed_at       timestamptz,
  check ((closed_at is null) = (state in ('pending', 'repaying', 'expired'))),
  check ((start_day is null) = (started_at is null)),
  check (state not in ('repaying', 'expired', 'repaid') or start_day is not null),
  check (state <> 'repaid' or principal = 0)
);
create index loans_live on loans (id) where closed_at is null;
create index loans_by_user on loans (user_id, id desc);
create index loans_waiting on loans (review_by, id) where state = 'pending';

-- Texts as people saw and signed them. The log of a request has the hashes.
create table loan_agreements (
  id           bigserial primary key,
  user_id      bigint not null references users (id),
  version      integer not null,
  language     text   not null,
  amount       numeric(38, 8) not null,
  term_days    integer not null,
  terms        jsonb  not null,
  text         text   not null,
  text_hash    text   not null,
  made_at      timestamptz not null,
  strokes      jsonb,                    -- as drawn or typed; null until it is signed
  file_id      text,                     -- or a picture of the signature
  signature_hash text,
  signed_at    timestamptz
);
create index loan_agreements_by_user on loan_agreements (user_id, id desc);
