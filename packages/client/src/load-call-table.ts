import type { callTable } from '@glasshouse/api/call-table';

/** The calls that the first page can do without. Pages load it with their code. */
export const loadCallTable = async (): Promise<typeof callTable> =>
  (await import('@glasshouse/api/call-table')).callTable;
