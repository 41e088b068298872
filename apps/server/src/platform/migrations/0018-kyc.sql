-- Identity checks. What the log decides is in the first four tables and names nobody; what people submitted is sealed in the others
-- and deleted when it is due. A case carries the digest of what it decided about.

create table kyc_cases (
  id           bigint  primary key,      -- sequence of the command that submitted it
  user_id      bigint  not null,
  level        text    not null check (level in ('basic', 'full')),
  attempt      integer not null check (attempt > 0),
  state        text    not null check (state in ('pending', 'verified', 'notPassed')),
  submission   text    not null,         -- kyc_submissions.id, while it is kept
  digest       text    not null,         -- SHA-256 of the submission with its nonce
  submitted_at timestamptz not null,
  review_by    timestamptz not null,
  reviewed_at  timestamptz,
  reviewer     text,                     -- `operator 12`, `provider acme`
  reason       text,                     -- code of the refusal
  refused      jsonb   not null,         -- [{part, reason}]
  note_digest  text,                     -- SHA-256 of what the reviewer wrote to the person, with its nonce
  closed_by    bigint,
  check ((state = 'pending') = (closed_by is null) and (state = 'pending') = (reviewed_at is null)),
  check ((state = 'notPassed') = (reason is not null))
);
create index kyc_cases_waiting on kyc_cases (review_by, id) where state = 'pending';
create unique index kyc_cases_by_submission on kyc_cases (submission);
create index kyc_cases_by_user on kyc_cases (user_id, id desc);
create index kyc_cases_decided on kyc_cases (closed_by desc) where closed_by is not null;
create index kyc_cases_decided_of_user on kyc_cases (user_id, closed_by desc, id desc) where closed_by is not null;

-- One row per person who ever submitted: what sessions are joined with.
create table kyc_states (
  user_id        bigint  primary key,
  basic_state    text    not null check (basic_state in ('none', 'pending', 'verified', 'notPassed')),
  basic_case     bigint,
  basic_attempts integer not null,
  basic_since    timestamptz,
  full_state     text    not null check (full_state in ('none', 'pending', 'verified', 'notPassed')),
  full_case      bigint,
  full_attempts  integer not null,
  full_since     timestamptz,
  check (full_state <> 'verified' or basic_state = 'verified')
);

-- What an outside provider found.
create table kyc_assessments (
  seq      bigint primary key,           -- log entry
  case_id  bigint not null,
  user_id  bigint not null,
  provider text   not null,
  outcome  text   not null check (outcome in ('verify', 'refuse')),
  reason   text,
  refused  jsonb  not null,
  at       timestamptz not null
);
create index kyc_assessments_of_case on kyc_assessments (case_id, seq desc);

-- Cases whose personal data was deleted when it was due.
create table kyc_erasures (
  case_id bigint primary key,
  user_id bigint not null,
  seq     bigint not null,
  at      timestamptz not null
);

create table kyc_submissions (
  id         text  primary key,
  user_id    bigint not null references users (id),
  level      text  not null check (level in ('basic', 'full')),
  sealed     bytea not null,             -- form, digests of files and nonce
  document   bytea not null,             -- keyed hash of country, type and number: the same document again is noticed
  created_at timestamptz not null,
  told_at    timestamptz                 -- when the result was mailed
);
create index kyc_submissions_of_user on kyc_submissions (user_id, created_at desc);
create index kyc_submissions_by_document on kyc_submissions (document);
create index kyc_submissions_untold on kyc_submissions (created_at) where told_at is null;

-- What reviewers wrote to people.
create table kyc_notes (
  digest     text  primary key,
  submission text  not null references kyc_submissions (id) on delete cascade,
  sealed     bytea not null,
  created_at timestamptz not null
);

-- Unfinished forms.
create table kyc_drafts (
  user_id    bigint not null references users (id),
  level      text   not null check (level in ('basic', 'full')),
  sealed     bytea  not null,
  saved_at   timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, level)
);
create index kyc_drafts_expiry on kyc_drafts (expires_at);

-- Random keys of modules, sealed by the master key.
create table sealed_secrets (
  name   text  primary key,
  sealed bytea not null
);

-- Cases whose data was passed to an outside provider; the person is told.
create table kyc_shares (
  seq      bigint primary key,           -- log entry
  case_id  bigint not null,
  user_id  bigint not null,
  provider text   not null,
  at       timestamptz not null
);
create index kyc_shares_of_case on kyc_shares (case_id);

create table kyc_deliveries (
  case_id         bigint  not null,
  provider        text    not null,
  attempts        integer not null,
  next_attempt_at timestamptz not null,
  delivered_at    timestamptz,
  error           text,
  primary key (case_id, provider)
);

-- Messages of a provider are taken once.
create table kyc_provider_nonces (
  nonce       text primary key,
  received_at timestamptz not null
);
create index kyc_provider_nonces_age on kyc_provider_nonces (received_at);
