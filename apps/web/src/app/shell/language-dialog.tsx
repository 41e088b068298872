import { useT } from '@glasshouse/app/language/language';
import { LanguageList } from '@glasshouse/app/language/language-list.tsx';
import { Dialog } from '@glasshouse/ui';

interface LanguageDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Every language by its own name; choosing one closes it. */
export function LanguageDialog({ open, onClose }: LanguageDialogProps) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={t('shell:tool.chooseLanguage')} closeLabel={t('common:action.close')}>
      <LanguageList onChosen={onClose} />
    </Dialog>
  );
}
