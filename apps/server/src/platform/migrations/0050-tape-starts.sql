-- The same as tape_watches, of a log entry each: what it excuses can neither be added nor taken away unseen. The older
-- table is kept for what it excused before the first of these.
create table tape_starts (
  seq          bigint primary key,        -- of the log entry that says so
  closed_to    bigint not null,
  watched_from bigint not null
);
