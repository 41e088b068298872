-- What a mail says, under a key of the data folder; `subject` then has no code, `text` and `html` are
-- empty. Rows of before are sealed by the next start.
alter table mail_outbox add column sealed bytea;

-- Until when withdrawals wait after a change of what protects the account. Follows from the log.
create table withdrawal_waits (
  user_id     bigint primary key,
  until       timestamptz not null,
  kind        text   not null,
  email_at    timestamptz,               -- of the newest address that no older step confirmed
  recorded_by bigint not null
);
