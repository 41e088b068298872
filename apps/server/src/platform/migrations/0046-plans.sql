-- Smart plans and staking: terms by product and version, and plans with what was agreed at the sale.
create table plan_terms (
  code    text    not null,             -- plan<number of the product>
  version integer not null,
  terms   jsonb   not null,
  primary key (code, version)
);

create table plan_orders (
  id            bigint primary key,      -- sequence of the command that bought it
  user_id       bigint  not null,
  book          text    not null check (book = 'real'),
  product       integer not null,
  terms_version integer not null,
  kind          text    not null check (kind in ('smart', 'staking')),
  asset         text    not null,
  principal     numeric(38, 8) not null check (principal > 0),
  daily_rate    numeric(18, 8) not null check (daily_rate > 0),
  daily         numeric(38, 8) not null check (daily > 0),
  days          integer not null check (days > 0),
  promised      numeric(38, 8) not null check (promised = daily * days),
  penalty_rate  numeric(18, 8) not null check (penalty_rate >= 0 and penalty_rate <= 1),
  first_day     integer not null,        -- UTC day that earns first, counted from 1970
  state         text    not null check (state in ('earning', 'expired', 'divided', 'exited')),
  paid_days     integer not null check (paid_days between 0 and days),
  placed_at     timestamptz not null,
  matures_at    timestamptz not null,
  penalty       numeric(38, 8) check (penalty between 0 and principal),
  settled_by    bigint,                  -- sequence of what ended it
  settled_at    timestamptz,
  check ((state in ('divided', 'exited')) = (settled_by is not null)),
  check ((state = 'exited') = (penalty is not null)),
  check (state not in ('expired', 'divided') or paid_days = days)
);
-- What must be in memory after a start, and what pays next.
create index plan_orders_live on plan_orders (id) where settled_by is null;
create index plan_orders_by_user on plan_orders (user_id, id desc);

-- So that no page adds up every plan.
create table plan_totals (
  product   integer primary key,
  plans     integer not null check (plans >= 0),
  principal numeric(38, 8) not null check (principal >= 0),
  sold      integer not null check (sold >= plans),
  paid      numeric(38, 8) not null check (paid >= 0),
  penalties numeric(38, 8) not null check (penalties >= 0),
  funded    numeric(38, 8) not null check (funded >= 0),
  drawn     numeric(38, 8) not null check (drawn >= 0)
);

-- Who put money into a reserve, or took it out, for anybody to read.
create table plan_funding (
  seq     bigint primary key,
  product integer not null,
  asset   text    not null,
  kind    text    not null check (kind in ('funded', 'drawn', 'played')),
  amount  numeric(38, 8) not null check (amount > 0),
  pool    numeric(38, 8) not null check (pool >= 0),
  at      timestamptz not null
);
create index plan_funding_by_product on plan_funding (product, seq desc);

-- People who want smart trading.
create table plan_switches (
  user_id    bigint primary key,
  enabled    boolean not null,
  changed_at timestamptz not null
);

-- Products as operators want them from a moment on.
create table plan_changes (
  id             bigint primary key,
  product        integer not null,       -- 0: a new one
  offer          jsonb   not null,
  effective_from timestamptz not null,
  state          text    not null check (state in ('scheduled', 'applied', 'cancelled', 'failed')),
  asked_by       bigint  not null,
  asked_at       timestamptz not null,
  ended_at       timestamptz
);
create index plan_changes_scheduled on plan_changes (id) where state = 'scheduled';

-- Mails about plans that were sent, by what they told.
create table plan_mails (
  id    bigint not null,
  event text   not null check (event in ('bought', 'divided', 'exited')),
  primary key (id, event)
);
