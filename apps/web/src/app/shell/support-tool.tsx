import { type ComponentType, lazy, Suspense } from 'react';
import { needMessages } from '../../i18n/language.ts';
import styles from './desktop-header.module.css';

const Nothing: ComponentType = () => null;

/** Loads after the page, as the bell does; the footer links to support as well. */
const LateSupport = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [link] = await Promise.all([import('../../features/support/support-link.tsx'), needMessages(['support'])]);
    return { default: link.SupportLink };
  } catch {
    return { default: Nothing };
  }
});

/** The way to support, in a place reserved for it. */
export const SupportTool = () => (
  <span className={styles.bell}>
    <Suspense>
      <LateSupport />
    </Suspense>
  </span>
);
