import { needMessages, useT } from '@glasshouse/app/language/language';
import { lazyPart, OpenedPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { type Book, setBook, useSession } from '@glasshouse/app/session/session';
import { Button, Dialog, SkeletonBlock, toasts } from '@glasshouse/ui';
import { useHasRealAccounts, useSandbox } from './use-sandbox.ts';
import { useUserInfo } from './use-user-info.ts';

/** What the real account needs is loaded when someone wants to switch. */
const RealSteps = lazyPart(async () => {
  const [part] = await Promise.all([import('./real-steps.tsx'), needMessages(['wallet'])]);
  return part.RealSteps;
});

interface SwitchBookDialogProps {
  readonly target: Book;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before the book changes; for the real one it also says what is needed there. */
export function SwitchBookDialog({ target, open, onClose }: SwitchBookDialogProps) {
  const t = useT();
  const info = useUserInfo();
  const sandbox = useSandbox();
  const session = useSession();
  const closed = target === 'real' && info.data?.books.real === 'closed';
  /** A guest has no real account yet, wherever others have one. */
  const mustSave = useHasRealAccounts() === true && closed && session?.user.guest === true;
  const realText = t(sandbox ? 'shell:banner.sandbox' : 'shell:book.confirmRealText');
  const change = () => {
    onClose();
    setBook(target);
    toasts.show({ title: t(target === 'real' ? 'shell:book.switchedReal' : 'shell:book.switchedDemo') });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="s"
      title={t(target === 'real' ? 'shell:book.confirmRealTitle' : 'shell:book.confirmDemoTitle')}
      description={
        mustSave
          ? t('shell:book.realNeedsAccount')
          : closed
            ? t('shell:book.realClosed')
            : target === 'real'
              ? realText
              : t('shell:book.confirmDemoText')
      }
      closeLabel={t('common:action.close')}
      footer={
        mustSave ? (
          <>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <LinkButton variant="primary" href="/profile/info#save" onClick={onClose}>
              {t('shell:banner.saveAccount')}
            </LinkButton>
          </>
        ) : closed ? (
          <Button onClick={onClose}>{t('common:action.close')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button variant="primary" onClick={change}>
              {t(target === 'real' ? 'shell:book.toReal' : 'shell:book.toDemo')}
            </Button>
          </>
        )
      }
    >
      {target === 'real' && !closed && session !== undefined && (
        <OpenedPart waiting={<SkeletonBlock height="2.2rem" />}>
          <RealSteps onLeave={onClose} />
        </OpenedPart>
      )}
    </Dialog>
  );
}
