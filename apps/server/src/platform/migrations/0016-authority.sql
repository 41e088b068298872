-- Operators and what they did. All of it follows from the command log. Passwords, second factors and sessions of operators are
-- elsewhere: nothing in these tables lets anybody in.

create table operators (
  id         bigint primary key,         -- sequence of the command that added the operator
  name       text   not null unique check (name ~ '^[a-z][a-z0-9._-]{2,31}$'),
  roles      jsonb  not null,
  state      text   not null check (state in ('active', 'disabled')),
  added_at   timestamptz not null,
  added_by   bigint                      -- null: from the command line of the server
);

-- Actions that wait for a second person, and what became of them.
create table operator_requests (
  id               bigint primary key,   -- sequence of the command that asked
  type             text   not null,      -- the command that an approval runs
  user_id          bigint not null,      -- the person concerned; 0: nobody
  book             text   not null check (book in ('demo', 'real')),
  body             jsonb  not null,
  subject          text   not null,
  before           jsonb,
  after            jsonb,
  reason           text   not null,
  asked_by         bigint not null references operators (id),
  asked_session    bigint not null,
  asked_device     text   not null,
  asked_credential text   not null,
  asked_address    text   not null,
  asked_at         timestamptz not null,
  expires_at       timestamptz not null,
  state            text   not null check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by       bigint references operators (id),
  decided_at       timestamptz,
  decided_seq      bigint,               -- log entry that decided it
  decision_reason  text,
  check ((state = 'waiting') = (decided_seq is null)),
  check (state not in ('approved', 'rejected') or (decided_by is not null and decided_by <> asked_by))
);
create index operator_requests_waiting on operator_requests (expires_at) where state = 'waiting';
create index operator_requests_by_user on operator_requests (user_id, id desc) where user_id <> 0;

-- One row for each thing that an operator did; only ever added to.
create table operator_actions (
  seq      bigint not null,              -- log entry; an approval has a row of who asked and one of who approved
  operator bigint not null references operators (id),
  type     text   not null,
  user_id  bigint not null,              -- the person concerned; 0: nobody
  subject  text   not null,              -- what it is about: `withdrawal 812`, `parameter deposit.minimums`
  before   jsonb,                        -- null: nothing was there
  after    jsonb,
  reason   text   not null,
  session  bigint not null,
  device   text   not null,
  address  text   not null,
  request  bigint references operator_requests (id),
  at       timestamptz not null,
  primary key (seq, operator)
);
create index operator_actions_by_operator on operator_actions (operator, seq desc);
create index operator_actions_by_user on operator_actions (user_id, seq desc) where user_id <> 0;

-- Who looked at what kind of thing of whom. The person can read it.
create table operator_views (
  seq      bigint primary key,           -- log entry
  operator bigint not null references operators (id),
  user_id  bigint not null check (user_id > 0),
  kind     text   not null check (kind in ('profile', 'balances', 'statement', 'identity', 'documents', 'deposits', 'withdrawals', 'sessions')),
  subject  text   not null,
  at       timestamptz not null
);
create index operator_views_by_user on operator_views (user_id, seq desc);

-- People who are not simply active. `users.status` says the same and is what sessions are joined with.
create table user_standings (
  user_id bigint primary key,
  status  text   not null check (status in ('active', 'frozen', 'disabled')),
  reason  text,
  since   timestamptz not null,
  changed_by bigint not null references operators (id)
);

create table parameters (
  key     text    primary key,
  version integer not null,
  value   jsonb   not null,
  set_at  timestamptz not null,
  set_by  bigint  not null references operators (id)
);
