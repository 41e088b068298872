const HIDDEN = '[hidden]';
/** `scheme://user:password@`, with or without the password; also where the slashes are missing. */
const IN_AUTHORITY = /\b([a-z][a-z0-9+.-]*:\/{0,2})[^\s"'/@:]*(?::[^\s"'@]*)?@/gi;
/** `?password=` and its like, as connection strings have them. */
const IN_QUERY = /([?&;\s](?:password|passwd|pwd|token|secret|api[-_]?key)=)[^&\s"';]+/gi;

/** A text without the names and passwords of the URLs in it, for logs and messages. */
export const withoutCredentials = (text: string): string =>
  text.replace(IN_AUTHORITY, `$1${HIDDEN}@`).replace(IN_QUERY, `$1${HIDDEN}`);
