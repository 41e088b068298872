-- Names that are read alike are one name: `alice` and `a1ice`. As `people/identity/username-rules.ts`.
create index users_name_looks on users (
  replace(replace(translate(lower(username), '0125i_.', 'olzsl--'), 'rn', 'm'), 'vv', 'w'));
