import { Dialog, IconButton } from '@glasshouse/ui';
import { Globe } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { LanguageList } from '../../shared/language-list.tsx';

export function LanguageButton() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Globe} label={t('shell:tool.language')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('shell:tool.chooseLanguage')}
        closeLabel={t('common:action.close')}
      >
        <LanguageList onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
