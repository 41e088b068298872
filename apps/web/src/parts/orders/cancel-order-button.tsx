import { useT } from '@glasshouse/app/language/language';
import { Button } from '@glasshouse/ui';
import { useQuote } from '../../live/market.ts';

interface CancelOrderButtonProps {
  readonly code: string;
  /** The next price fills it: nobody takes it back while one may come. */
  readonly waitsNext: boolean;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Cancels an order; of one that the next price fills it says so, while its market is open. */
export function CancelOrderButton({ code, waitsNext, label, disabled = false, onClick }: CancelOrderButtonProps) {
  const t = useT();
  const isOpen = useQuote(code, ({ open }) => open);
  return waitsNext && isOpen ? (
    <span>{t('order:waitsNext')}</span>
  ) : (
    <Button size="s" disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
}
