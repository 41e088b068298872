-- What a reviewer found where no watcher saw the transfer, and payments by third parties, which go back.
create table deposit_findings (
  deposit    bigint      primary key,
  user_id    bigint      not null,
  evidence   text        not null,      -- hash, or the reference of the bank's entry
  output     integer,
  basis      text        check (basis in ('memo', 'message', 'proof')),   -- why a transfer to a shared address is this person's
  value_date text,
  currency   text,
  amount     numeric(38, 8) not null check (amount > 0),
  payer      text        check (payer in ('same', 'other', 'unknown')),    -- the sender's name against the verified one
  sender     text,                      -- SHA-256 of the sealed name
  watcher    text        check (watcher in ('well', 'ill', 'none')),
  found_by   bigint      not null,      -- log entry
  found_at   timestamptz not null
);
create index deposit_findings_by_user on deposit_findings (user_id);

alter table deposits drop constraint deposits_state_check;
alter table deposits add constraint deposits_state_check
  check (state in ('pending', 'confirming', 'reviewing', 'approved', 'rejected', 'failed', 'returning', 'returned'));
alter table deposit_alarms drop constraint deposit_alarms_kind_check;
alter table deposit_alarms add constraint deposit_alarms_kind_check
  check (kind in ('vanished', 'amountDiffers', 'evidenceUsed'));
drop index deposits_waiting;
create index deposits_waiting on deposits (due_at, id) where state in ('pending', 'reviewing', 'returning');
