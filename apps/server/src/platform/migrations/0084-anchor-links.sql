-- Anchors are chained: each link is signed over its number, the link before and the anchor, so that
-- one that is taken out or put in is noticed. Those of before have none.
alter table log_anchors add column number bigint;
alter table log_anchors add column link bytea;
alter table log_anchors add constraint log_anchors_linked check ((number is null) = (link is null));
create unique index log_anchors_number on log_anchors (number) where number is not null;
