-- Which notifications a person has read. What they say follows from the rows that they are about.

create table notification_reads (
  user_id         bigint not null,
  notification_id bigint not null,       -- log sequence of what it is about, unique over all kinds
  read_at         timestamptz not null,
  primary key (user_id, notification_id)
);
-- Fired alerts of a person, newest first.
create index price_alerts_fired on price_alerts (user_id, closed_by desc, id desc) where state = 'fired';
