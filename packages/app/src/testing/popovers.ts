/** The panels that are shown. */
const shown = new WeakSet<HTMLElement>();

function toggle(panel: HTMLElement, newState: 'open' | 'closed'): void {
  for (const type of ['beforetoggle', 'toggle']) panel.dispatchEvent(Object.assign(new Event(type), { newState }));
}

/** What happy-dom lacks of popovers: showing, hiding, their events, and the button of a panel. */
export function installPopovers(): void {
  HTMLElement.prototype.showPopover = function showPopover() {
    if (shown.has(this)) return;
    shown.add(this);
    toggle(this, 'open');
  };
  HTMLElement.prototype.hidePopover = function hidePopover() {
    if (shown.delete(this)) toggle(this, 'closed');
  };
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[popovertarget]') : null;
    const panel = document.getElementById(button?.getAttribute('popovertarget') ?? '');
    if (panel === null) return;
    if (shown.has(panel)) panel.hidePopover();
    else panel.showPopover();
  });
}
