import type { KycPart, KycReason } from '@glasshouse/api/schemas/kyc';
import { useT } from '@glasshouse/app/language/language';
import { Badge, IconButton, Menu } from '@glasshouse/ui';
import { CircleCheck, X } from '@glasshouse/ui/icon/icons';
import { PART_REASONS } from './refusals.ts';

interface PartRefusalProps {
  readonly part: KycPart;
  readonly reason: KycReason | undefined;
  /** Undefined: decided already. */
  readonly onRefuse: ((part: KycPart, reason: KycReason | undefined) => void) | undefined;
}

/** Refuses one part with its reason, or takes that back. */
export function PartRefusal({ part, reason, onRefuse }: PartRefusalProps) {
  const t = useT();
  const name = t(`console:kyc.part.${part}`);
  return (
    <>
      {reason !== undefined && <Badge tone="danger">{t(`console:kyc.reason.${reason}`)}</Badge>}
      {onRefuse !== undefined &&
        (reason !== undefined ? (
          <IconButton
            size="s"
            icon={CircleCheck}
            label={t('console:kyc.acceptPart', { part: name })}
            onClick={() => onRefuse(part, undefined)}
          />
        ) : (
          <Menu
            label={t('console:kyc.refusePart', { part: name })}
            align="end"
            items={PART_REASONS[part].map((option) => ({
              id: option,
              label: t(`console:kyc.reason.${option}`),
              onSelect: () => onRefuse(part, option),
            }))}
          >
            {(anchor) => (
              <IconButton {...anchor} size="s" icon={X} label={t('console:kyc.refusePart', { part: name })} />
            )}
          </Menu>
        ))}
    </>
  );
}
