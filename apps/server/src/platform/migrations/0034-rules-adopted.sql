-- By which version of the rules and by which figures the log was decided, from which entry on.
create table rules_adopted (
  edition    integer primary key,
  version    integer     not null check (version > 0),
  figures    jsonb       not null,
  adopted_by bigint      not null,
  adopted_at timestamptz not null
);
