import { Fragment, type ReactNode } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Icon } from '../icon/icon.tsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import styles from './table.module.css';

export interface Column<Row, Id extends string = string> {
  id: Id;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for figures. */
  align?: 'start' | 'end' | undefined;
  sortable?: boolean | undefined;
  /** Any CSS length or percentage. */
  width?: string | undefined;
  /** The column that names the row: its row header, and the first line of its card on phones. */
  lead?: boolean | undefined;
  /** In compact cards at the end of the first line, without its name: what the row comes to. */
  headline?: boolean | undefined;
  /** Header for screen readers only (logos, actions). */
  hideHeader?: boolean | undefined;
}

export interface Sort<Id extends string = string> {
  column: Id;
  direction: 'ascending' | 'descending';
}

interface TableProps<Row, Id extends string = string> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row, Id>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where links within the page lead to the row. */
  rowId?: ((row: Row) => string) | undefined;
  /** Rows that follow each other under one heading, as of one day; the heading. */
  sectionOf?: ((row: Row) => string) | undefined;
  sort?: Sort<Id> | undefined;
  onSort?: ((sort: Sort<Id>) => void) | undefined;
  /** Placeholder rows in their final geometry. */
  skeletonRows?: number | undefined;
  /** Shown instead of the rows when there are none. */
  empty?: ReactNode | undefined;
  /** Opens a row by pointer; the lead cell should hold the link that does the same by keyboard. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Never switches to cards: for short tables that fit a phone. */
  keepTable?: boolean | undefined;
  /** Cards of a few lines: name and headline, then the other fields three abreast. */
  compactCards?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A table where there is space, otherwise cards with the same fields in the same order. The switch
 * depends on the table's own width, not the window's. Roles are explicit because browsers drop
 * table semantics once rows are no longer laid out as such.
 */
export function Table<Row, Id extends string = string>(props: TableProps<Row, Id>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    rowId,
    sectionOf,
    sort,
    onSort,
    skeletonRows = 0,
    empty,
    onOpen,
    keepTable = false,
    compactCards = false,
    className,
  } = props;
  const waiting = rows.length === 0 && 0 < skeletonRows;
  if (rows.length === 0 && !waiting && empty !== undefined) return <div className={className}>{empty}</div>;
  return (
    // A table that may overflow must be scrollable by keyboard.
    <div
      {...(keepTable && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
      className={cx(styles.container, keepTable && styles.keep, compactCards && styles.compact, className)}
    >
      <table role="table" className={styles.table} aria-busy={waiting || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {waiting
            ? Array.from({ length: skeletonRows }, (_, row) => (
                <BodyRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: places being kept have no identity.
                  key={row}
                  waiting
                  columns={columns}
                  draw={() => <Skeleton width="0.72rem" className={styles.waiting} />}
                />
              ))
            : rows.map((row, index) => {
                const before = rows[index - 1];
                const section = sectionOf?.(row);
                const isFirst = before === undefined || sectionOf?.(before) !== section;
                return (
                  <Fragment key={rowKey(row)}>
                    {section !== undefined && isFirst && (
                      <tr role="row" className={styles.section}>
                        <td role="cell" colSpan={columns.length}>
                          {section}
                        </td>
                      </tr>
                    )}
                    <BodyRow
                      id={rowId?.(row)}
                      columns={columns}
                      draw={(column) => column.cell(row)}
                      onOpen={onOpen && (() => onOpen(row))}
                    />
                  </Fragment>
                );
              })}
        </tbody>
      </table>
    </div>
  );
}

interface BodyRowProps<Row, Id extends string> {
  id?: string | undefined;
  /** Its lead cell has no name yet. */
  waiting?: boolean | undefined;
  columns: readonly Column<Row, Id>[];
  draw: (column: Column<Row, Id>) => ReactNode;
  onOpen?: (() => void) | undefined;
}

function BodyRow<Row, Id extends string>({ id, waiting = false, columns, draw, onOpen }: BodyRowProps<Row, Id>) {
  return (
    <tr
      role="row"
      id={id}
      className={cx(styles.row, onOpen && styles.opens)}
      data-opens={onOpen === undefined ? undefined : ''}
      onClick={(event) => {
        // Links, buttons and fields in the row handle their own presses.
        if ((event.target as Element).closest('a, button, input, label, [popover]') === null) onOpen?.();
      }}
    >
      {columns.map((column) => {
        const cellClass = cx(
          styles.cell,
          column.align === 'end' && styles.end,
          column.lead && styles.lead,
          column.headline && styles.headline,
          column.hideHeader && !column.lead && styles.unnamed,
        );
        const content = (
          <>
            {!column.hideHeader && !column.lead && (
              // Only in cards, which have no header row: names the figure, and may hold a button.
              <span className={styles.name}>{column.header}</span>
            )}
            <span className={styles.value}>{draw(column)}</span>
          </>
        );
        return column.lead && !waiting ? (
          <th key={column.id} role="rowheader" scope="row" className={cellClass}>
            {content}
          </th>
        ) : (
          <td key={column.id} role="cell" className={cellClass}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

interface HeaderProps<Row, Id extends string> {
  column: Column<Row, Id>;
  sort: Sort<Id> | undefined;
  onSort: ((sort: Sort<Id>) => void) | undefined;
}

function Header<Row, Id extends string>({ column, sort, onSort }: HeaderProps<Row, Id>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const header = <span className={column.hideHeader ? 'visually-hidden' : undefined}>{column.header}</span>;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
      className={cx(styles.header, column.align === 'end' && styles.end)}
      style={{ inlineSize: column.width }}
    >
      {column.sortable && onSort !== undefined ? (
        <button
          type="button"
          className={cx(styles.sort, direction !== undefined && styles.sorted)}
          // Figures sort descending first, names ascending.
          onClick={() => onSort({ column: column.id, direction: nextDirection(direction, column.align === 'end') })}
        >
          {header}
          <Icon
            of={direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown}
            size="s"
            className={styles.sortIcon}
          />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

function nextDirection(current: Sort['direction'] | undefined, largestFirst: boolean): Sort['direction'] {
  if (current === undefined) return largestFirst ? 'descending' : 'ascending';
  return current === 'ascending' ? 'descending' : 'ascending';
}
