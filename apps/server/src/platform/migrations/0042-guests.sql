-- Guests are looked through in the order in which they came, and whoever was invited keeps the one who did it.
create index users_guests on users (id) where kind = 'guest';
create index users_invited on users (invited_by) where invited_by is not null;
