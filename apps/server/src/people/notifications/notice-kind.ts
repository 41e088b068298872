import type { Language } from '@glasshouse/api/constants';

/** Who reads, and what the texts need. */
export interface Reader {
  readonly language: Language;
  readonly nameOf: (code: string) => string;
}

export interface NoticeText {
  readonly title: string;
  readonly content: string;
  readonly link: string;
}

/**
 * Where notifications of one kind come from: SQL expressions over `table`, known as `n`. `id` is
 * the number of a log entry, unique for a person over all kinds; `place` orders them.
 */
export interface NoticeKind<Data = never> {
  readonly type: string;
  readonly table: string;
  readonly where: string;
  readonly id: string;
  readonly place: string;
  /** An indexed column of `table` that is never below `place`, where that itself has no index. */
  readonly latest?: string;
  /** Only so many of a person are listed, where there may be thousands. */
  readonly newest?: number;
  readonly at: string;
  /** A JSON object: what `text` is given. */
  readonly data: string;
  readonly text: (data: Data, reader: Reader) => NoticeText;
}
