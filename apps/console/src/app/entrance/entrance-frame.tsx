import { useT } from '@glasshouse/app/language/language';
import { LanguageList } from '@glasshouse/app/language/language-list.tsx';
import { BottomSheet, Button, FormCard, IconButton, Page } from '@glasshouse/ui';
import { Globe } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { signOut } from '../../session/session.ts';
import { Mark } from '../shell/mark.tsx';
import styles from './entrance-frame.module.css';

interface EntranceFrameProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Left out where the step has a form of its own: forms do not nest. */
  readonly onSubmit?: () => void;
  /** Half signed in: the way back to the name. */
  readonly leave?: boolean;
  readonly children: ReactNode;
}

/** The narrow card of each step on the way in. */
export function EntranceFrame({ title, text, onSubmit, leave = false, children }: EntranceFrameProps) {
  const t = useT();
  const [isChoosing, setChoosing] = useState(false);
  useEffect(() => {
    document.title = `${title} · ${t('common:brand')}`;
  }, [title, t]);
  return (
    <Page width="reading" className={styles.page}>
      <div className={styles.top}>
        <Mark />
        <IconButton icon={Globe} label={t('shell:tool.language')} onClick={() => setChoosing(true)} />
      </div>
      <FormCard title={title} text={text} onSubmit={onSubmit}>
        {children}
      </FormCard>
      {leave && (
        <Button variant="quiet" full onClick={() => void signOut()}>
          {t('console:signIn.startAgain')}
        </Button>
      )}
      <BottomSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('shell:tool.chooseLanguage')}
        closeLabel={t('common:action.close')}
        width="s"
      >
        <LanguageList onChosen={() => setChoosing(false)} />
      </BottomSheet>
    </Page>
  );
}
