import { useT } from '@glasshouse/app/language/language';
import { Broken, LazyPlace, lazyPart, loadPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { cx, Dialog, Icon } from '@glasshouse/ui';
import { ChevronsUpDown, FlaskConical, Wallet } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import { useMarketState } from '../../live/market.ts';
import styles from './book-switch.module.css';

const loadDialog = async () => (await import('../../parts/account/switch-book-dialog.tsx')).SwitchBookDialog;
const SwitchBookDialog = lazyPart(loadDialog);
/** Before the press, so that the question is there with it. */
const preload = () => void loadPart(loadDialog).catch(() => undefined);

/** Shows the current account and switches it after a confirmation. */
export function BookSwitch() {
  const t = useT();
  const book = useBook();
  const [asking, setAsking] = useState(false);
  const isOffline = useMarketState() === 'offline';
  const close = () => setAsking(false);
  const instead = (text: ReactNode) => (
    <Dialog open onClose={close} width="s" title={t('shell:book.switch')} closeLabel={t('common:action.close')}>
      {text}
    </Dialog>
  );
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
        <LazyPlace waiting={isOffline && instead(t('common:state.offline'))} otherwise={instead(<Broken />)}>
          <SwitchBookDialog target={book === 'demo' ? 'real' : 'demo'} open onClose={close} />
        </LazyPlace>
      )}
    </>
  );
}
