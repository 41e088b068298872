import { describe, expect, test } from 'vitest';
import { CALENDAR_COLUMNS, CALENDAR_ROWS_MAX, readCalendarFile } from './calendar-file.ts';

const HEADER = CALENDAR_COLUMNS.join(',');
const SPLIT = 'NVDA,split,10,1,,,2026-12-03T05:00:00Z,https://example.com/nvda';
const readRow = (row: string) => {
  const read = readCalendarFile(`${HEADER}\n${row}\n`);
  return 'rows' in read ? read.rows[0] : read;
};

describe('a file of corporate actions', () => {
  test('is read by the names of its columns, with quotes, a byte order mark and both line ends', () => {
    const text = [
      '\uFEFFsource,code,kind,numerator,denominator,amount,symbol,effective_at',
      '"Notice 12, ""final""",aapl,dividend,,,0.26,,2026-12-03T00:00-05:00',
      '',
      'https://example.com/roll,GC,roll,,,,GCZ6,2026-12-04T22:00Z',
    ].join('\r\n');
    expect(readCalendarFile(text)).toEqual({
      rows: [
        {
          line: 2,
          code: 'AAPL',
          terms: {
            code: 'AAPL',
            kind: 'dividend',
            numerator: 1,
            denominator: 1,
            amount: '0.26',
            symbol: null,
            effective_at: Date.UTC(2026, 11, 3, 5),
            source: 'Notice 12, "final"',
          },
        },
        {
          line: 4,
          code: 'GC',
          terms: {
            code: 'GC',
            kind: 'roll',
            numerator: 1,
            denominator: 1,
            amount: null,
            symbol: 'GCZ6',
            effective_at: Date.UTC(2026, 11, 4, 22),
            source: 'https://example.com/roll',
          },
        },
      ],
    });
  });

  test.each([
    ['code', 'NV DA,split,10,1,,,2026-12-03T05:00:00Z,x'],
    ['code', 'NVDA,split,10,1,,,2026-12-03T05:00:00Z,x,more'],
    ['kind', 'NVDA,Split,10,1,,,2026-12-03T05:00:00Z,x'],
    ['numerator', 'NVDA,split,,1,,,2026-12-03T05:00:00Z,x'],
    ['numerator', 'NVDA,split,1.5,1,,,2026-12-03T05:00:00Z,x'],
    ['numerator', 'NVDA,dividend,1,,0.2,,2026-12-03T05:00:00Z,x'],
    ['denominator', 'NVDA,split,10,0,,,2026-12-03T05:00:00Z,x'],
    ['amount', 'NVDA,dividend,,,-1,,2026-12-03T05:00:00Z,x'],
    ['amount', 'NVDA,dividend,,,"1,5",,2026-12-03T05:00:00Z,x'],
    ['effective_at', 'NVDA,split,10,1,,,2026-12-03T05:00:00,x'],
    ['effective_at', 'NVDA,split,10,1,,,2026-12-03,x'],
    ['effective_at', 'NVDA,split,10,1,,,2026-12-03T05:00:30Z,x'],
    ['source', 'NVDA,split,10,1,,,2026-12-03T05:00:00Z,'],
  ])('names %s as wrong in %s', (wrong, row) => {
    expect(readRow(row)).toMatchObject({ line: 2, wrong });
  });

  test.each([
    ['without a header', SPLIT, 'columns'],
    ['with another column', `${HEADER},price\n${SPLIT},1`, 'columns'],
    ['without rows', `${HEADER}\n\n`, 'rows'],
    ['with too many', [HEADER, ...Array.from({ length: CALENDAR_ROWS_MAX + 1 }, () => SPLIT)].join('\n'), 'rows'],
  ])('%s has none', (_what, text, problem) => {
    expect(readCalendarFile(text)).toEqual({ problem });
  });

  test('takes as many rows as it may have', () => {
    const text = [HEADER, ...Array.from({ length: CALENDAR_ROWS_MAX }, () => SPLIT)].join('\n');
    expect(readCalendarFile(text)).toMatchObject({ rows: { length: CALENDAR_ROWS_MAX } });
  });
});
