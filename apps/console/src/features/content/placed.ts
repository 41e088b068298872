import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

/** Where a text stands. */
export type Placed = Pick<OperatorResultOf<'getContentItem'>, 'kind' | 'type' | 'category'>;

/** A text in one language. */
export interface Words {
  readonly title: string;
  readonly content: string;
}
