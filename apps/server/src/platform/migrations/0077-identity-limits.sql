-- What people used of the limits of their identity level on the real book, in USDT: one row for each person and kind of limit, with
-- at most 25 hours and 31 days.
create table identity_usage (
  user_id    bigint      not null,
  kind       text        not null check (kind in ('deposit', 'trading', 'withdrawal', 'loan')),
  since      bigint      not null,             -- the first entry of the log that was counted
  hours      jsonb       not null,             -- [[hour since 1970, amount]]
  days       jsonb       not null,             -- [[day since 1970, amount]]
  total      numeric(38, 8) not null check (0 <= total),
  changed_at timestamptz not null,
  primary key (user_id, kind)
);

-- Credits above the limit of their owner's level, held as a whole until the check is passed or they are sent back.
create table deposit_holds (
  deposit    bigint      primary key,          -- deposits.id
  user_id    bigint      not null,
  asset      text        not null,
  amount     numeric(38, 8) not null check (0 < amount),
  value_usdt numeric(38, 8),
  level      text        not null check (level in ('none', 'basic', 'full')),
  exceeds    text        not null check (exceeds in ('day', 'month', 'total')),
  state      text        not null check (state in ('held', 'vanished', 'returning', 'released', 'returned', 'reversed')),
  reference  text,                             -- hash or bank reference of what was sent back
  steps      jsonb       not null,             -- [{step, at, seq, note}]
  held_at    timestamptz not null,
  closed_at  timestamptz,
  check ((state in ('released', 'returned', 'reversed')) = (closed_at is not null)),
  check ((state = 'returned') = (reference is not null))
);
create index deposit_holds_of_user on deposit_holds (user_id, deposit desc);
create index deposit_holds_open on deposit_holds (deposit) where closed_at is null;
