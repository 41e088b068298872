import { Button } from '@glasshouse/ui';
import { Check, Copy } from '@glasshouse/ui/icon/icons';
import { useEffect, useState } from 'react';
import { useCopy } from './hooks/use-copy.ts';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  readonly children: string;
  /** What is copied, for screen readers, where the words on the button leave it out. */
  readonly what?: string;
  readonly size?: 's' | 'm';
  readonly variant?: 'primary' | 'secondary' | 'quiet';
  readonly full?: boolean;
}

/** Copies a text; a tick shows for a moment that it was. */
export function CopyButton({ text, children, what, size, variant, full }: CopyButtonProps) {
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      size={size}
      variant={variant}
      full={full}
      icon={copied ? Check : Copy}
      aria-label={what === undefined ? undefined : `${children}: ${what}`}
      onClick={() => void copy(text).then(setCopied)}
    >
      {children}
    </Button>
  );
}
