import {
  hasLabel,
  isClosable,
  isDraggable,
  isPressable,
  isPullable,
  type LineEntry,
  priceOf,
  shownValue,
} from './entry.ts';
import styles from './handles.module.css';
import { closeWidth } from './label.ts';

interface HandleActions {
  /** The pointer grabbed a line. */
  onGrab: (entry: LineEntry, event: PointerEvent) => void;
  /** A line's button was pressed, by any input device. */
  onPress: (entry: LineEntry, event: MouseEvent) => void;
  /** Key press on a line; true when handled. */
  onKey: (entry: LineEntry, event: KeyboardEvent) => boolean;
  onHover: (entry: LineEntry, over: boolean) => void;
  formatPrice: (price: number) => string;
  /** Announced with each handle: how to move it. */
  hint: string;
}

interface Pair {
  /** A slider, if the line can be dragged. */
  handle: HTMLElement | undefined;
  /** A button instead, if the label can be pressed. */
  button: HTMLButtonElement | undefined;
  close: HTMLButtonElement | undefined;
  /** Last position, to skip redundant style writes. */
  placed: string | undefined;
}

/**
 * Elements over the canvas labels, which make the lines reachable by keyboard, touch and screen
 * readers.
 */
export function createHandles(overlay: HTMLElement, actions: HandleActions) {
  const pairs = new Map<LineEntry, Pair>();

  function makeHandle(entry: LineEntry): HTMLElement {
    const handle = document.createElement('div');
    handle.className = styles.handle ?? '';
    handle.role = 'slider';
    handle.tabIndex = 0;
    handle.ariaOrientation = 'vertical';
    handle.ariaDescription = actions.hint;
    grabbable(entry, handle);
    handle.addEventListener('keydown', (event) => {
      if (!actions.onKey(entry, event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    handle.addEventListener('blur', () => entry.drag.cancel());
    return handle;
  }
  function makeButton(entry: LineEntry): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.handle ?? '';
    button.ariaHasPopup = 'dialog';
    grabbable(entry, button);
    button.addEventListener('click', (event) => actions.onPress(entry, event));
    return button;
  }
  function grabbable(entry: LineEntry, element: HTMLElement) {
    element.addEventListener('pointerdown', (event) => {
      if (event.button === 0) actions.onGrab(entry, event);
    });
  }
  function makeClose(entry: LineEntry): HTMLButtonElement {
    const close = document.createElement('button');
    close.type = 'button';
    close.className = styles.close ?? '';
    close.dataset.close = entry.line.id;
    close.addEventListener('click', () => entry.line.onClose?.());
    return close;
  }
  function add<Kind extends HTMLElement>(entry: LineEntry, made: Kind): Kind {
    made.addEventListener('pointerenter', () => actions.onHover(entry, true));
    made.addEventListener('pointerleave', () => actions.onHover(entry, false));
    overlay.append(made);
    return made;
  }
  /** The existing element, a new one, or none. */
  function wanted<Kind extends HTMLElement>(wants: boolean, known: Kind | undefined, make: () => Kind) {
    if (wants) return known ?? make();
    known?.remove();
    return undefined;
  }

  function describe(entry: LineEntry, { handle, button, close }: Pair) {
    if (handle !== undefined) {
      handle.dataset.line = entry.line.id;
      const price = priceOf(entry);
      const value = shownValue(entry);
      const { range } = entry.line;
      handle.ariaLabel = entry.line.label;
      handle.ariaValueNow = String(price);
      handle.ariaValueMin = range?.min === undefined ? null : String(range.min);
      handle.ariaValueMax = range?.max === undefined ? null : String(range.max);
      const written = actions.formatPrice(price);
      handle.ariaValueText = value === undefined ? written : `${written}, ${value.text}`;
      handle.toggleAttribute('data-dragging', entry.drag.state.phase === 'dragging');
    }
    if (button !== undefined) {
      const { id, label, pressLabel = label, pressHint } = entry.line;
      button.dataset.line = id;
      button.ariaLabel = pressLabel;
      button.ariaDescription = pressHint ?? null;
      button.title = pressHint ?? '';
      button.toggleAttribute('data-pull', isPullable(entry));
    }
    if (close !== undefined) {
      close.ariaLabel = entry.line.closeLabel ?? entry.line.label;
      close.title = entry.line.closeLabel ?? '';
    }
  }

  function remove(entry: LineEntry) {
    const pair = pairs.get(entry);
    pair?.handle?.remove();
    pair?.button?.remove();
    pair?.close?.remove();
    pairs.delete(entry);
  }

  return {
    /**
     * Creates missing elements and updates their ARIA attributes: when a line changes, not on every
     * tick.
     */
    describe(entry: LineEntry) {
      const pair: Pair = pairs.get(entry) ?? {
        handle: undefined,
        button: undefined,
        close: undefined,
        placed: undefined,
      };
      pairs.set(entry, pair);
      pair.handle = wanted(isDraggable(entry), pair.handle, () => add(entry, makeHandle(entry)));
      pair.button = wanted(isPressable(entry), pair.button, () => add(entry, makeButton(entry)));
      pair.close = wanted(isClosable(entry), pair.close, () => add(entry, makeClose(entry)));
      pair.placed = undefined;
      describe(entry, pair);
    },
    /** After layout: moves the elements over the drawn label. */
    place(entry: LineEntry) {
      const pair = pairs.get(entry);
      if (pair === undefined) return;
      const { left, top, width, height } = entry.box;
      const cross = pair.close === undefined ? 0 : closeWidth(height);
      const hidden = !hasLabel(entry);
      const key = `${left} ${top} ${width} ${hidden}`;
      if (pair.placed === key) return;
      pair.placed = key;
      const put = (element: HTMLElement, x: number, wide: number) => {
        element.style.transform = `translate(${x}px, ${top}px)`;
        element.style.width = `${wide}px`;
        element.style.height = `${height}px`;
        element.hidden = hidden;
      };
      const label = pair.handle ?? pair.button;
      if (label !== undefined) put(label, left, width - cross);
      if (pair.close !== undefined) put(pair.close, left + width - cross, cross);
    },
    remove,
    /** After a press: focus without a ring. */
    focus(entry: LineEntry) {
      const pair = pairs.get(entry);
      (pair?.handle ?? pair?.button)?.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    },
    dispose() {
      for (const entry of [...pairs.keys()]) remove(entry);
    },
  };
}
