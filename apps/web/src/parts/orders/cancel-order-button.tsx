import { useT } from '@glasshouse/app/language/language';
import { Button } from '@glasshouse/ui';
import { useQuote } from '../../live/market.ts';

interface CancelOrderButtonProps {
  readonly code: string;
  /** The next price fills it: nobody takes it back while one may come. */
  readonly waitsNext: boolean;
  readonly label: string;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
  readonly onClick: () => void;
}

/** Cancels an order; of one that the next price fills it says so, while its market is open. */
export function CancelOrderButton(props: CancelOrderButtonProps) {
  const { code, waitsNext, label, disabled = false, className, onClick } = props;
  const t = useT();
  const isOpen = useQuote(code, ({ open }) => open);
  return waitsNext && isOpen ? (
    <span>{t('order:waitsNext')}</span>
  ) : (
    <Button size="s" disabled={disabled} className={className} onClick={onClick}>
      {label}
    </Button>
  );
}
