-- Approvals refused because the database showed another request than the log: alarms.
create index command_log_altered_request on command_log (at) where code = 11638;
