-- People are told of a new level: by which log entry it came, and what it was before.
alter table user_levels add column assigned_by bigint, add column level_before integer;
create index user_levels_by_entry on user_levels (assigned_by) where assigned_by is not null;
