-- What a mail says, under a key of the data folder; `subject` then has no code, `text` and `html` are
-- empty. Rows of before are sealed by the next start.
alter table mail_outbox add column sealed bytea;
