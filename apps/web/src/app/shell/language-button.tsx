import { useT } from '@glasshouse/app/language/language';
import { IconButton } from '@glasshouse/ui';
import { Globe } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { LanguageDialog } from './language-dialog.tsx';

export function LanguageButton() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Globe} label={t('shell:tool.language')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <LanguageDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
