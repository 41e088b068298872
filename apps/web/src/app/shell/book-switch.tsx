import { Button, cx, Dialog, Icon, toasts } from '@glasshouse/ui';
import { ChevronsUpDown, FlaskConical, Wallet } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { setBook, useBook } from '../../session/session.ts';
import { useUserInfo } from '../../shared/use-user-info.ts';
import styles from './book-switch.module.css';
import { useSandbox } from './use-sandbox.ts';

/** Shows the current account and switches it after a confirmation. */
export function BookSwitch() {
  const t = useT();
  const book = useBook();
  const [asking, setAsking] = useState(false);
  const info = useUserInfo();
  const target = book === 'demo' ? 'real' : 'demo';
  const closed = target === 'real' && info.data?.books.real === 'closed';
  const sandbox = useSandbox();
  const realText = t(sandbox ? 'shell:banner.sandbox' : 'shell:book.confirmRealText');

  const change = () => {
    setAsking(false);
    setBook(target);
    toasts.show({ title: t(target === 'real' ? 'shell:book.switchedReal' : 'shell:book.switchedDemo') });
  };
  return (
    <>
      <button
        type="button"
        className={cx(styles.switch, styles[book])}
        aria-haspopup="dialog"
        aria-label={`${t(book === 'demo' ? 'common:book.demo' : 'common:book.real')}. ${t('shell:book.switch')}`}
        onClick={() => setAsking(true)}
      >
        <Icon of={book === 'demo' ? FlaskConical : Wallet} size="s" />
        <span>{t(book === 'demo' ? 'common:book.demo' : 'common:book.real')}</span>
        <Icon of={ChevronsUpDown} size="s" />
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        width="s"
        title={t(target === 'real' ? 'shell:book.confirmRealTitle' : 'shell:book.confirmDemoTitle')}
        description={
          closed ? t('shell:book.realClosed') : target === 'real' ? realText : t('shell:book.confirmDemoText')
        }
        closeLabel={t('common:action.close')}
        footer={
          closed ? (
            <Button onClick={() => setAsking(false)}>{t('common:action.close')}</Button>
          ) : (
            <>
              <Button onClick={() => setAsking(false)}>{t('common:action.cancel')}</Button>
              <Button variant="primary" onClick={change}>
                {t(target === 'real' ? 'shell:book.toReal' : 'shell:book.toDemo')}
              </Button>
            </>
          )
        }
      />
    </>
  );
}
