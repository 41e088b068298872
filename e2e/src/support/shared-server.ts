/** The runner starts the shared server; the workers find it through these variables. */
const URL_VARIABLE = 'GLASSHOUSE_E2E_URL';
const DATA_VARIABLE = 'GLASSHOUSE_E2E_DATA_DIR';

export interface ServerPlace {
  readonly url: string;
  readonly dataDir: string;
}

export function handServerToTests({ url, dataDir }: ServerPlace): void {
  process.env[URL_VARIABLE] = url;
  process.env[DATA_VARIABLE] = dataDir;
}

export function sharedServer(): ServerPlace {
  const url = process.env[URL_VARIABLE];
  const dataDir = process.env[DATA_VARIABLE];
  if (url === undefined || dataDir === undefined) throw new Error('the shared server was not started');
  return { url, dataDir };
}
