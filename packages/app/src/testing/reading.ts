import { screen, within } from '@testing-library/react';

/** Without spaces and direction marks: a figure and its asset stand in elements of their own. */
export const bare = (text: string): string => text.replace(/[\s\u200e\u200f\u2066-\u2069]/g, '');

/** The value of the row with this name, as `bare` text. */
export function row(name: string, region: HTMLElement = document.body): string {
  const term = within(region)
    .getAllByRole('term')
    .find(({ textContent }) => bare(textContent) === bare(name));
  const value = term?.parentElement?.querySelector('dd');
  if (value == null) throw new Error(`no row "${name}"`);
  return bare(value.textContent);
}

/** Whether there is a row with this name. */
export const hasRow = (name: string): boolean =>
  screen.queryAllByRole('term').some(({ textContent }) => bare(textContent) === bare(name));

/** The hint or the error that is announced with a field. */
export function noteOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export const isInvalid = (field: HTMLElement): boolean => field.getAttribute('aria-invalid') === 'true';

/** What stands in a column of a table, as `bare` text; rows count from 1 below the header. */
export function cell(table: HTMLElement, row: number, column: string): string {
  const [header, ...rows] = within(table).getAllByRole('row');
  const columns = within(header!).getAllByRole('columnheader');
  const at = columns.findIndex(({ textContent }) => bare(textContent) === bare(column));
  const value = rows[row - 1]?.children[at]?.lastElementChild;
  if (value == null) throw new Error(`no row ${row}, or no column "${column}" in it`);
  return bare(value.textContent);
}

/** How many rows a table has below its header. */
export const rowCount = (table: HTMLElement): number => within(table).getAllByRole('row').length - 1;
