import styles from './drawing-hint.module.css';
import type { ChartDrawingKind } from './types.ts';

export interface DrawingHintLabels {
  /** Next step while a drawing is in progress. */
  placeLevel: string;
  placeFirst: string;
  placeSecond: string;
  cancelDrawing: string;
}

interface DrawingHintProps {
  tool: ChartDrawingKind;
  pointsPlaced: number;
  labels: DrawingHintLabels;
  onCancel: () => void;
}

/** Tells the user what to do next, with a cancel button, since touch has no Escape. */
export function DrawingHint({ tool, pointsPlaced, labels, onCancel }: DrawingHintProps) {
  const words = tool === 'horizontal' ? labels.placeLevel : pointsPlaced === 0 ? labels.placeFirst : labels.placeSecond;
  return (
    <div className={styles.hint}>
      <span role="status">{words}</span>
      <button type="button" className={styles.cancel} onClick={onCancel}>
        {labels.cancelDrawing}
      </button>
    </div>
  );
}
