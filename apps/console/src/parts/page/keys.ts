/** Whether keys go into a text field, where letters are letters. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])'));

export const isUnderDialog = (): boolean => document.querySelector('dialog:modal') !== null;
