import { Card } from '@glasshouse/ui';
import type { ComponentProps } from 'react';
import styles from '../order.module.css';
import { Headline, type HeadlineProps } from './headline.tsx';
import type { Replay } from './replay.ts';
import { ReplayView } from './replay-view.tsx';

interface ReplayCardProps extends Omit<ComponentProps<typeof ReplayView>, 'replay'>, HeadlineProps {
  /** Undefined: there is nothing to replay, only a result. */
  readonly replay: Replay | undefined;
}

/** The result, what decided it, and the picture of it: with these an order page opens. */
export const ReplayCard = ({ replay, result, rule, ...view }: ReplayCardProps) => (
  <Card className={styles.picture ?? ''}>
    {replay === undefined ? (
      <Headline result={result} rule={rule} />
    ) : (
      <ReplayView {...view} replay={replay} result={result} rule={rule} />
    )}
  </Card>
);
