/**
 * What an operator reads in one line instead of an error of the system or of PostgreSQL; undefined
 * where only the error itself says more.
 */
export function errorSentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const place = path ?? 'a file';
  switch (code) {
    case 'EROFS':
      return `${place} is on a file system that is read-only. Mount it for writing, or set another DATA_DIR.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room left for ${place}. Free some, or set a DATA_DIR on another file system.`;
    case 'EACCES':
    case 'EPERM':
      return syscall === 'listen'
        ? `Port ${port} may not be used by this account. Set a PORT above 1023.`
        : `${place} may not be used by this account. Give it to the account that Glasshouse runs as, or set another DATA_DIR.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${place} is a file where a folder should be. Move it away, or set another DATA_DIR.`;
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open. Raise the limit (ulimit -n, LimitNOFILE).';
    case 'EADDRINUSE':
      return `Port ${port} at ${address} is taken by another program. Stop it, or set another PORT.`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine. Set another HOST.`;
    case 'ECONNREFUSED':
      return `No database answers at ${address}:${port}. Start it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host of DATABASE_URL is not known. Correct it, or look at the name service.';
    case '28P01':
    case '28000':
      return 'The database refuses the user or password of DATABASE_URL.';
    case '3D000':
      return 'The database of DATABASE_URL does not exist. Create it, empty and in UTF-8.';
    case '53100':
      return 'The file system of the database is full. Free some room there first.';
    case '53300':
      return 'The database takes no more connections. Glasshouse needs about 40.';
    case 'XX001':
    case 'XX002':
      return `The database is damaged: ${error.message}. docs/operations.md says what to do ("A damaged page").`;
    default:
      return undefined;
  }
}

/** The same, or the error itself where nothing better is known. */
export const errorLine = (error: unknown): string => errorSentence(error) ?? String(error);
