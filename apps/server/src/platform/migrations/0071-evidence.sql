-- What was used to show that money came or went, once for ever, over deposits and withdrawals of all people.
create table evidence (
  key          text        primary key,   -- network, hash and output ('*': all of them), or currency, value date, amount and reference
  source       text        not null,      -- what all outputs of a transaction share
  subject_kind text        not null check (subject_kind in ('deposit', 'withdrawal')),
  subject      bigint      not null,
  user_id      bigint      not null,
  bound_by     bigint      not null,      -- log entry
  bound_at     timestamptz not null
);
create index evidence_by_source on evidence (source);
create index evidence_by_subject on evidence (subject);
create index evidence_by_user on evidence (user_id);
