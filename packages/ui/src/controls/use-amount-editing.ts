import {
  type ClipboardEvent,
  type CompositionEvent,
  type Ref,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useComposition } from '../lib/use-composition.ts';
import { copiedAmount, editedAmount, type FieldRules, grouped, type Selection } from './amount-edit.ts';
import type { AmountText } from './amount-text.ts';

/** Edits that replace the selection. Anything else (undo, autofill, a drop) may change any part. */
const REPLACES_SELECTION = /^(?:insertText|insertCompositionText|delete(?!ByDrag))/;

/** The text and the selection of the display before an edit. */
interface Before {
  readonly text: string;
  readonly selection: Selection | undefined;
}

interface AmountEditing {
  /** What was typed, without group marks. */
  readonly text: string;
  readonly rules: FieldRules;
  readonly onEdit: (edited: AmountText) => void;
  readonly ref: Ref<HTMLInputElement> | undefined;
}

const selectionOf = ({ selectionStart, selectionEnd }: HTMLInputElement): Selection => ({
  start: selectionStart ?? 0,
  end: selectionEnd ?? 0,
});

/**
 * The props of an input whose amount is grouped while it is typed. The caret stays behind the digit
 * that it was behind, what is copied has no group marks, and while an input method composes, the
 * text is left alone.
 */
export function useAmountEditing({ text, rules, onEdit, ref }: AmountEditing) {
  const input = useRef<HTMLInputElement>(null);
  const selected = useRef<Selection>(undefined);
  const composed = useRef<Before>(undefined);
  const [caret, setCaret] = useState<{ readonly at: number }>();
  useLayoutEffect(() => {
    const isFocused = input.current !== null && input.current === document.activeElement;
    // An input method holds on to the text that it has written.
    if (caret === undefined || !isFocused || composed.current !== undefined) return;
    input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  // React has no event of its own for this one.
  const attach = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      const detach = typeof ref === 'function' ? ref(element) : undefined;
      if (ref && typeof ref === 'object') ref.current = element;
      const remember = ({ inputType }: InputEvent) => {
        if (element !== null) selected.current = REPLACES_SELECTION.test(inputType) ? selectionOf(element) : undefined;
      };
      element?.addEventListener('beforeinput', remember);
      return () => {
        element?.removeEventListener('beforeinput', remember);
        input.current = null;
        if (ref && typeof ref === 'object') ref.current = null;
        if (typeof detach === 'function') detach();
        else if (typeof ref === 'function') ref(null);
      };
    },
    [ref],
  );

  function edit(shown: string, at: number, before: Before) {
    const edited = editedAmount({ ...before, shown, caret: at }, rules);
    if (edited !== undefined) onEdit(edited);
    setCaret({ at: edited?.caret ?? before.selection?.start ?? at });
  }

  const composition = useComposition<HTMLInputElement>({
    value: grouped(text, rules.marks),
    onText: ({ currentTarget: { value, selectionStart } }) => {
      const before = composed.current ?? { text, selection: selected.current };
      selected.current = undefined;
      edit(value, selectionStart ?? value.length, before);
    },
  });

  function copy(event: ClipboardEvent<HTMLInputElement>): Selection | undefined {
    const selection = selectionOf(event.currentTarget);
    if (selection.start === selection.end || composed.current !== undefined) return undefined;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copiedAmount(text, selection, rules.marks));
    return selection;
  }

  return {
    ...composition,
    ref: attach,
    onCompositionStart: (event: CompositionEvent<HTMLInputElement>) => {
      composed.current = { text, selection: selectionOf(event.currentTarget) };
      composition.onCompositionStart(event);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      composition.onCompositionEnd(event);
      composed.current = undefined;
    },
    onCopy: (event: ClipboardEvent<HTMLInputElement>) => void copy(event),
    onCut: (event: ClipboardEvent<HTMLInputElement>) => {
      const { value, readOnly } = event.currentTarget;
      const selection = copy(event);
      if (selection === undefined || readOnly) return;
      edit(value.slice(0, selection.start) + value.slice(selection.end), selection.start, { text, selection });
    },
  };
}
