import type { ChartLineValue } from '../types.ts';
import {
  isActive,
  isClosable,
  isDraggable,
  isDragging,
  isPressable,
  isPullable,
  type LineEntry,
  priceOf,
  shownValue,
} from './entry.ts';
import styles from './lane.module.css';

interface ChipActions {
  /** The pointer grabbed a line. */
  onGrab: (entry: LineEntry, event: PointerEvent) => void;
  /** A line's button was pressed, by any input device. */
  onPress: (entry: LineEntry, event: MouseEvent) => void;
  /** Key press on a line; true when handled. */
  onKey: (entry: LineEntry, event: KeyboardEvent) => boolean;
  /** Pointed at or focused, or no longer. */
  onActive: (entry: LineEntry) => void;
  formatPrice: (price: number) => string;
  /** Announced with each chip that can be moved: how. */
  hint: string;
}

interface Chip {
  /** A slider if the line can be dragged, a button if it can be pressed, otherwise only text. */
  readonly element: HTMLElement;
  readonly kind: 'slider' | 'button' | 'text';
  readonly name: HTMLElement;
  readonly value: HTMLElement;
  close: HTMLButtonElement | undefined;
  /** Last position, to skip redundant style writes. */
  placed: string | undefined;
}

const kindOf = (entry: LineEntry): Chip['kind'] =>
  isDraggable(entry) ? 'slider' : isPressable(entry) ? 'button' : 'text';

/** Name and figure of a chip: text at its start, money at its end. */
export function chipParts(element: HTMLElement): { name: HTMLElement; value: HTMLElement } {
  const name = document.createElement('span');
  name.className = styles.name ?? '';
  name.dir = 'auto';
  const value = document.createElement('bdi');
  value.dir = 'ltr';
  value.className = styles.value ?? '';
  element.append(name, value);
  return { name, value };
}

/** Writing unchanged text would trigger a repaint. */
export function writeChip(
  { name, value }: { name: HTMLElement; value: HTMLElement },
  text: string,
  figure: ChartLineValue | undefined,
): void {
  if (name.textContent !== text) name.textContent = text;
  const shown = figure === undefined ? '' : (figure.short ?? figure.text);
  if (value.textContent !== shown) value.textContent = shown;
  value.dataset.tone = figure?.tone ?? 'neutral';
}

/** The chips of the lines: reachable by pointer, touch, keyboard and screen readers. */
export function createChips(overlay: HTMLElement, actions: ChipActions) {
  const chips = new Map<LineEntry, Chip>();

  function watch(entry: LineEntry, element: HTMLElement) {
    element.addEventListener('pointerenter', () => {
      entry.pointed = true;
      actions.onActive(entry);
    });
    element.addEventListener('pointerleave', () => {
      entry.pointed = false;
      actions.onActive(entry);
    });
    element.addEventListener('focus', () => {
      entry.focused = true;
      actions.onActive(entry);
    });
    element.addEventListener('blur', () => {
      entry.focused = false;
      actions.onActive(entry);
    });
    overlay.append(element);
  }
  function make(entry: LineEntry): Chip {
    const kind = kindOf(entry);
    const element: HTMLElement = document.createElement(kind === 'button' ? 'button' : 'div');
    element.className = styles.chip ?? '';
    const chip: Chip = { element, kind, ...chipParts(element), close: undefined, placed: undefined };
    if (kind === 'slider') {
      element.role = 'slider';
      element.tabIndex = 0;
      element.ariaOrientation = 'vertical';
      element.ariaDescription = actions.hint;
      element.addEventListener('keydown', (event) => {
        if (!actions.onKey(entry, event)) return;
        event.preventDefault();
        event.stopPropagation();
      });
      element.addEventListener('blur', () => entry.drag.cancel());
    } else if (element instanceof HTMLButtonElement) {
      element.type = 'button';
      element.ariaHasPopup = 'dialog';
      element.addEventListener('click', (event) => actions.onPress(entry, event));
    }
    if (kind !== 'text') {
      element.addEventListener('pointerdown', (event) => {
        if (event.button === 0) actions.onGrab(entry, event);
      });
    }
    watch(entry, element);
    return chip;
  }
  function makeClose(entry: LineEntry): HTMLButtonElement {
    const close = document.createElement('button');
    close.type = 'button';
    close.className = styles.close ?? '';
    close.dataset.close = entry.line.id;
    close.textContent = '×';
    close.addEventListener('click', () => entry.line.onClose?.());
    watch(entry, close);
    return close;
  }
  function drop({ element, close }: Chip) {
    element.remove();
    close?.remove();
  }
  function remove(entry: LineEntry) {
    const chip = chips.get(entry);
    if (chip !== undefined) drop(chip);
    chips.delete(entry);
  }

  function write(entry: LineEntry) {
    const chip = chips.get(entry);
    if (chip === undefined) return;
    const { element, kind } = chip;
    const { label, shortLabel = label, pressLabel = label, pressHint, range, tone } = entry.line;
    const value = shownValue(entry);
    writeChip(chip, shortLabel, value);
    element.dataset.tone = tone;
    if (kind === 'slider') {
      const price = priceOf(entry);
      const written = actions.formatPrice(price);
      element.ariaLabel = label;
      element.ariaValueNow = String(price);
      element.ariaValueMin = range?.min === undefined ? null : String(range.min);
      element.ariaValueMax = range?.max === undefined ? null : String(range.max);
      element.ariaValueText = value === undefined ? written : `${written}, ${value.text}`;
    } else if (kind === 'button') {
      element.ariaLabel = pressLabel;
      element.ariaDescription = pressHint ?? null;
      element.title = pressHint ?? label;
      element.toggleAttribute('data-pull', isPullable(entry));
    } else element.title = label;
  }
  function mark(entry: LineEntry) {
    const chip = chips.get(entry);
    if (chip === undefined) return;
    chip.element.toggleAttribute('data-dragging', isDragging(entry));
    chip.element.toggleAttribute('data-pending', entry.drag.state.phase === 'pending');
    chip.element.toggleAttribute('data-active', isActive(entry));
    chip.element.toggleAttribute('data-closable', chip.close !== undefined);
    chip.close?.toggleAttribute('data-active', isActive(entry));
  }

  return {
    /**
     * Creates missing elements and updates their ARIA attributes: when a line changes, not on every
     * tick.
     */
    describe(entry: LineEntry) {
      let chip = chips.get(entry);
      if (chip !== undefined && chip.kind !== kindOf(entry)) {
        drop(chip);
        chip = undefined;
      }
      chip ??= make(entry);
      chips.set(entry, chip);
      chip.element.dataset.line = entry.line.id;
      if (isClosable(entry)) {
        chip.close ??= makeClose(entry);
        chip.close.ariaLabel = entry.line.closeLabel ?? entry.line.label;
        chip.close.title = entry.line.closeLabel ?? '';
      } else {
        chip.close?.remove();
        chip.close = undefined;
      }
      chip.placed = undefined;
      write(entry);
      mark(entry);
    },
    /** A new figure. */
    write,
    /** After layout: moves the elements to their box. */
    place(entry: LineEntry) {
      const chip = chips.get(entry);
      if (chip === undefined) return;
      mark(entry);
      const { box } = entry;
      const key = box === undefined ? '' : `${box.left} ${box.top} ${box.width} ${box.isHandle}`;
      if (chip.placed === key) return;
      chip.placed = key;
      chip.element.hidden = box === undefined;
      if (chip.close !== undefined) chip.close.hidden = box === undefined || box.isHandle;
      if (box === undefined) return;
      chip.element.toggleAttribute('data-handle', box.isHandle);
      const put = (element: HTMLElement, left: number, width: number) => {
        element.style.transform = `translate(${left}px, ${box.top}px)`;
        element.style.width = `${width}px`;
        element.style.height = `${box.height}px`;
      };
      put(chip.element, box.left, box.width);
      if (chip.close !== undefined) put(chip.close, box.left + box.width - box.height, box.height);
    },
    /** Whether an element is the chip of a line, or its cross. */
    has: (entry: LineEntry, element: Element | null): boolean => {
      const chip = chips.get(entry);
      return chip !== undefined && element !== null && (chip.element === element || chip.close === element);
    },
    elementOf: (entry: LineEntry): HTMLElement | undefined => chips.get(entry)?.element,
    remove,
    /** After a press: focus without a ring. */
    focus(entry: LineEntry) {
      chips.get(entry)?.element.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    },
    dispose() {
      for (const entry of [...chips.keys()]) remove(entry);
    },
  };
}
