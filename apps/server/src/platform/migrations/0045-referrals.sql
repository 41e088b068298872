-- Who invited whom, on what terms, and what the fees of each friend earned their inviter.

create table referral_terms (
  code    text    not null,
  version integer not null check (version >= 1),
  terms   jsonb   not null,
  primary key (code, version)
);

create table referral_links (
  friend     bigint primary key,
  user_id    bigint not null check (user_id <> friend),
  seq        bigint not null,
  linked_at  timestamptz not null,
  until      timestamptz not null,
  reward_max numeric(38, 8) not null check (reward_max > 0),
  fees       numeric(38, 8) not null check (fees >= 0),
  earned     numeric(38, 8) not null check (earned >= 0 and earned <= reward_max and earned <= fees),
  first_seq  bigint,
  first_at   timestamptz,
  state      text not null check (state in ('active', 'capped', 'expired', 'stopped')),
  ended_at   timestamptz,
  ended_seq  bigint,
  check ((state = 'active') = (ended_at is null))
);
create index referral_links_of on referral_links (user_id, seq desc);

create table referral_rewards (
  seq     bigint  not null,
  friend  bigint  not null,
  user_id bigint  not null,
  fee     numeric(38, 8) not null check (fee > 0),
  level   integer not null,
  share   numeric(38, 8) not null,
  reward  numeric(38, 8) not null check (reward > 0 and reward < fee),
  at      timestamptz not null,
  primary key (seq, friend)
);
create index referral_rewards_of on referral_rewards (user_id, seq desc, friend desc);
create index referral_rewards_by_friend on referral_rewards (friend, seq desc);
create index referral_rewards_at on referral_rewards using brin (at) with (pages_per_range = 32);

-- What an inviter got of somebody's fees does not count for that person's tier: less than nothing is paid then.
alter table traded_volume drop constraint traded_volume_fees_check;

-- Which products have terms is the core's to know: it refuses any other.
alter table terms_changes drop constraint terms_changes_product_check;
