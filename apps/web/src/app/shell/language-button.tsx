import { useT } from '@glasshouse/app/language/language';
import { LanguageList } from '@glasshouse/app/language/language-list.tsx';
import { Dialog, IconButton } from '@glasshouse/ui';
import { Globe } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';

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
