/**
 * What somebody does on a painted page before the app listens: presses of buttons and typed text
 * are repeated once it does, and no form is sent by the browser itself. Links work without it.
 */
const fields = new Set<HTMLInputElement>();
let pressed: HTMLElement | undefined;
let sent: HTMLFormElement | undefined;
let stop: (() => void) | undefined;

const BUTTON = 'button, [role="button"], [role="tab"]';

export function holdEarlyInput(root: HTMLElement): void {
  const onClick = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(BUTTON) : null;
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = target;
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.target instanceof HTMLFormElement) sent = event.target;
  };
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) fields.add(target);
  };
  root.addEventListener('click', onClick, true);
  root.addEventListener('submit', onSubmit, true);
  root.addEventListener('input', onInput, true);
  stop = () => {
    root.removeEventListener('click', onClick, true);
    root.removeEventListener('submit', onSubmit, true);
    root.removeEventListener('input', onInput, true);
  };
}

/** Types into a field as its reader did. React compares with the value that it last knew of. */
function type(field: HTMLInputElement): void {
  const { value } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Once the app listens: everything that was held, in order. */
export function repeatEarlyInput(): void {
  if (stop === undefined) return;
  stop();
  stop = undefined;
  for (const field of fields) type(field);
  fields.clear();
  if (sent?.isConnected) sent.requestSubmit();
  else if (pressed?.isConnected) pressed.click();
  sent = undefined;
  pressed = undefined;
}
