import { cx, Icon } from '@glasshouse/ui';
import { ChevronsUpDown, FlaskConical, Wallet } from '@glasshouse/ui/icon/icons';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import styles from './book-switch.module.css';

const loadDialog = () => import('../../shared/switch-book-dialog.tsx');
const SwitchBookDialog = lazy(async () => ({ default: (await loadDialog()).SwitchBookDialog }));
/** Before the press, so that the question is there with it. */
const preload = () => void loadDialog().catch(() => undefined);

/** Shows the current account and switches it after a confirmation. */
export function BookSwitch() {
  const t = useT();
  const book = useBook();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={cx(styles.switch, styles[book])}
        aria-haspopup="dialog"
        aria-label={`${t(book === 'demo' ? 'common:book.demo' : 'common:book.real')}. ${t('shell:book.switch')}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setAsking(true)}
      >
        <Icon of={book === 'demo' ? FlaskConical : Wallet} size="s" />
        <span>{t(book === 'demo' ? 'common:book.demo' : 'common:book.real')}</span>
        <Icon of={ChevronsUpDown} size="s" />
      </button>
      {asking && (
        <Suspense>
          <SwitchBookDialog target={book === 'demo' ? 'real' : 'demo'} open onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
