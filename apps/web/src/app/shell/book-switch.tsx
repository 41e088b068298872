import { useT } from '@glasshouse/app/language/language';
import { Broken, LazyPlace, lazyPart, loadPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { cx, Dialog, Icon } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import { useMarketState } from '../../live/market.ts';
import { useIsMobile } from '../../parts/page/layout.ts';
import styles from './book-switch.module.css';

const loadDialog = async () => (await import('../../parts/account/switch-book-dialog.tsx')).SwitchBookDialog;
const SwitchBookDialog = lazyPart(loadDialog);
/** Before the press, so that the question is there with it. */
const preload = () => void loadPart(loadDialog).catch(() => undefined);

const NAMES = {
  short: { demo: 'common:book.demo', real: 'common:book.real' },
  long: { demo: 'common:book.demoAccount', real: 'common:book.realAccount' },
} as const;

/** Shows the current account and switches it after a confirmation. */
export function BookSwitch() {
  const t = useT();
  const book = useBook();
  const isMobile = useIsMobile();
  const [asking, setAsking] = useState(false);
  const isOffline = useMarketState() === 'offline';
  const name = t(NAMES[isMobile ? 'short' : 'long'][book]);
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
        aria-label={`${name}. ${t('shell:book.switch')}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setAsking(true)}
      >
        <span>{name}</span>
        <Icon of={ChevronDown} size="s" />
      </button>
      {asking && (
        <LazyPlace waiting={isOffline && instead(t('common:state.offline'))} otherwise={instead(<Broken />)}>
          <SwitchBookDialog target={book === 'demo' ? 'real' : 'demo'} open onClose={close} />
        </LazyPlace>
      )}
    </>
  );
}
