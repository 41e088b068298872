-- Documents, questions, notices and announcements. Items of a release have numbers below 1000 and
-- are here only once an operator has published a version of their own.
create table content_items (
  id       bigint primary key check (id > 0),
  kind     text    not null check (kind in ('document', 'faq', 'notice', 'announcement')),
  type     integer not null check (type in (1, 2, 3)),
  category text,
  version  integer not null check (version > 0)
);

-- Every published version; the log has the same texts under the same hash.
create table content_versions (
  item         bigint  not null,
  version      integer not null check (version > 0),
  seq          bigint  not null,          -- command that published it
  kind         text    not null,
  type         integer not null,
  category     text,
  texts        jsonb   not null,          -- {en: {title, content}, …}; empty: withdrawn
  hash         text    not null,
  from_at      timestamptz not null,
  until_at     timestamptz,
  published_at timestamptz not null,
  published_by bigint  not null,
  primary key (item, version),
  check (until_at is null or from_at < until_at)
);
create index content_versions_shown on content_versions (kind, item, from_at, version desc);

-- What nobody has published yet.
create sequence content_ids start 1000;
create table content_drafts (
  item     bigint primary key,
  kind     text    not null,
  type     integer not null,
  category text,
  texts    jsonb   not null,
  saved_by bigint  not null,
  saved_at timestamptz not null
);
