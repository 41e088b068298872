import { operatorCallTable } from '@glasshouse/api/operator/call-table';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { KycPart, KycReason } from '@glasshouse/api/schemas/kyc';
import { useT } from '@glasshouse/app/language/language';
import { Badge, Switch } from '@glasshouse/ui';
import { useState } from 'react';
import { urlOf } from '../../api/client.ts';
import { Picture } from '../../parts/people/picture.tsx';
import { Panel } from '../../parts/records/evidence.tsx';
import styles from './document-viewer.module.css';
import { PartRefusal } from './part-refusal.tsx';
import type { Refusals } from './refusals.ts';

type File = OperatorResultOf<'getKycCase'>['files'][number];

const addressOf = ({ id, ticket }: File): string =>
  urlOf(operatorCallTable.getKycFile.path, { params: { id }, query: { ticket } });

interface DocumentViewerProps {
  readonly files: readonly File[];
  readonly kept: readonly KycPart[] | undefined;
  readonly refused: Refusals;
  readonly onRefuse: ((part: KycPart, reason: KycReason | undefined) => void) | undefined;
  /** A ticket has run out: new ones are needed. */
  readonly onExpired: () => void;
}

/** The images: one large, or two beside each other to compare a face or a signature. */
export function DocumentViewer({ files, kept: unchanged, refused, onRefuse, onExpired }: DocumentViewerProps) {
  const t = useT();
  const [chosen, setChosen] = useState<readonly [string, string]>([
    files[0]?.part ?? '',
    (files.find(({ part }) => part === 'handHeld') ?? files[1] ?? files[0])?.part ?? '',
  ]);
  const [isComparing, setComparing] = useState(false);
  const choose = (index: 0 | 1) => (part: string) => setChosen(index === 0 ? [part, chosen[1]] : [chosen[0], part]);
  const panes = isComparing ? ([0, 1] as const) : ([0] as const);
  return (
    <Panel
      title={t('console:kyc.images')}
      aside={
        1 < files.length && <Switch label={t('console:kyc.compare')} checked={isComparing} onChange={setComparing} />
      }
    >
      <div className={styles.panes}>
        {panes.map((index) => {
          const file = files.find(({ part }) => part === chosen[index]) ?? files[0];
          if (file === undefined) return null;
          return (
            <div key={index} className={styles.pane}>
              <ul className={styles.tabs} aria-label={t('console:kyc.images')}>
                {files.map(({ part }) => (
                  <li key={part}>
                    <button
                      type="button"
                      className={styles.tab}
                      aria-pressed={part === file.part}
                      onClick={() => choose(index)(part)}
                    >
                      {t(`console:kyc.part.${part}`)}
                      {refused[part] !== undefined && <span className={styles.dot} />}
                    </button>
                  </li>
                ))}
              </ul>
              <Picture
                key={file.id}
                address={addressOf(file)}
                label={t(`console:kyc.part.${file.part}`)}
                onFailed={onExpired}
              />
              <div className={styles.foot}>
                {unchanged !== undefined && !unchanged.includes(file.part) && (
                  <Badge tone="accent">{t('console:kyc.changed')}</Badge>
                )}
                <span className={styles.space} />
                <PartRefusal part={file.part} reason={refused[file.part]} onRefuse={onRefuse} />
              </div>
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
