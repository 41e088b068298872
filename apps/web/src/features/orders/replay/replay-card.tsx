import { Card } from '@glasshouse/ui';
import type { ComponentProps } from 'react';
import styles from '../order.module.css';
import { ReplayView } from './replay-view.tsx';

/** The picture with which an order page opens. */
export const ReplayCard = ({ isDemo, ...view }: ComponentProps<typeof ReplayView> & { readonly isDemo: boolean }) => (
  <Card demo={isDemo} className={styles.picture ?? ''}>
    <ReplayView {...view} />
  </Card>
);
