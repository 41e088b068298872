-- Conversations with support. Plain tables, written by the gateway: no money, and nothing that a
-- replay needs. That an operator looked at a person's conversation is in the log all the same.
create table support_conversations (
  id            bigint generated always as identity primary key,
  user_id       bigint unique references users (id),
  visitor_hash  text unique,                  -- of a visitor's token; theirs alone until they log in
  language      text not null,
  state         text not null default 'open' check (state in ('open', 'closed')),
  assigned      bigint,                       -- the operator who answers
  created_at    timestamptz not null,
  last_at       timestamptz not null,
  waiting_since timestamptz,                  -- null: the last word was ours
  customer_read bigint not null default 0,    -- the last message that was shown to each side
  operator_read bigint not null default 0,
  mailed_at     timestamptz,                  -- told by mail of what is unread; null once it is read
  closing       bigint,                       -- message of the last closing, which may be rated
  check ((user_id is null) <> (visitor_hash is null))
);
create index support_conversations_by_last on support_conversations (last_at desc, id desc);
create index support_conversations_open on support_conversations (waiting_since) where state = 'open';

create table support_messages (
  id           bigint generated always as identity primary key,
  conversation bigint not null references support_conversations (id) on delete cascade,
  kind         text not null check (kind in ('customer', 'operator', 'note', 'handover', 'closed', 'reopened')),
  operator     bigint,
  text         text not null default '' check (char_length(text) <= 4000),
  files        text[] not null default '{}',
  key          text,                          -- chosen by the sender: the same one writes once
  at           timestamptz not null
);
create index support_messages_of on support_messages (conversation, id desc);
create unique index support_messages_once on support_messages (conversation, coalesce(operator, 0), key)
  where key is not null;

-- Conversations of visitors are of nobody whom the log knows.
create table support_views (
  conversation bigint not null references support_conversations (id) on delete cascade,
  operator     bigint not null,
  at           timestamptz not null
);
create index support_views_of on support_views (conversation, at desc);

-- Stay when the conversation is deleted, without its comment.
create table support_ratings (
  closing      bigint primary key,
  conversation bigint not null,
  operator     bigint,
  score        integer not null check (score between 1 and 5),
  comment      text not null default '',
  at           timestamptz not null
);
create index support_ratings_by_time on support_ratings (at desc);
create index support_ratings_of on support_ratings (conversation);

create table support_answers (
  id         bigint generated always as identity primary key,
  shortcut   text not null unique,
  texts      jsonb not null,
  edited_at  timestamptz not null,
  edited_by  bigint not null
);

-- What a visitor sends belongs to their conversation.
alter table files add column visitor bigint;
alter table files drop constraint files_check1;
alter table files add check (num_nonnulls(user_id, operator, visitor) = 1);
create index files_of_visitor on files (visitor) where visitor is not null;

alter table operator_views drop constraint operator_views_kind_check;
alter table operator_views add constraint operator_views_kind_check
  check (kind in ('profile', 'balances', 'statement', 'identity', 'documents', 'deposits', 'withdrawals', 'loans', 'sessions', 'support'));
