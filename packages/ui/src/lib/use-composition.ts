import { type CompositionEvent, useState } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What a handler of text reads; events of typing and of composing both have it. */
export interface TextEvent<Control extends TextControl> {
  readonly currentTarget: Control;
}

interface Wiring<Control extends TextControl> {
  /** Undefined: the browser alone holds the text. */
  readonly value: string | undefined;
  /** Called with every change of the text, while it is composed as well. */
  readonly onText: (event: TextEvent<Control>) => void;
}

/**
 * The props of a controlled text that input methods (Japanese, Chinese, Korean, keyboards of
 * phones) may write. While a word is composed the control shows its own text, whatever the value
 * becomes: a control that is rewritten under an input method gets each syllable twice (`１２` became
 * `11,212`). At the end it shows the value again.
 */
export function useComposition<Control extends TextControl>({ value, onText }: Wiring<Control>) {
  const [composed, setComposed] = useState<string>();
  const isComposing = composed !== undefined;
  return {
    ...(value === undefined ? {} : { value: composed ?? value }),
    onChange: (event: TextEvent<Control>) => {
      if (isComposing) setComposed(event.currentTarget.value);
      onText(event);
    },
    onCompositionStart: (event: CompositionEvent<Control>) => setComposed(event.currentTarget.value),
    onCompositionEnd: (event: CompositionEvent<Control>) => {
      setComposed(undefined);
      // Browsers differ in whether a change follows the end, and this one is the same again.
      onText(event);
    },
  };
}
