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
  /** The pointer has taken hold of a line. */
  onGrab: (entry: LineEntry, event: PointerEvent) => void;
  /** A line that is a button has been pressed, by whatever means. */
  onPress: (entry: LineEntry, event: MouseEvent) => void;
  /** A key has been pressed on a line; true when it meant something. */
  onKey: (entry: LineEntry, event: KeyboardEvent) => boolean;
  onHover: (entry: LineEntry, over: boolean) => void;
  formatPrice: (price: number) => string;
  /** Read out with each handle: how to move it. */
  hint: string;
}

interface Pair {
  /** A slider where the line can be dragged. */
  handle: HTMLElement | undefined;
  /** In its place where the label can be pressed. */
  button: HTMLButtonElement | undefined;
  close: HTMLButtonElement | undefined;
  /** Where they were put last: a style that has not changed is not written again. */
  placed: string | undefined;
}

/** Elements over the labels of the canvas, so that a keyboard, a finger and a screen reader find the lines. */
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
  /** The element that there should be: the known one, a new one, or none. */
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
    /** Makes the elements that are missing and says again what each is: when a line changes, not with the ticks of its figure. */
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
    /** After a layout: over the label that is drawn. */
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
    /** After a press: the ring is for those who came by keyboard. */
    focus(entry: LineEntry) {
      const pair = pairs.get(entry);
      (pair?.handle ?? pair?.button)?.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    },
    dispose() {
      for (const entry of [...pairs.keys()]) remove(entry);
    },
  };
}
