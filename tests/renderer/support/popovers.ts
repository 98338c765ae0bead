/** The pages that have them: files share one, and two listeners would open and close at once. */
const installed = new WeakSet<Document>();

/** jsdom has no popovers: a click on a button with a target opens and closes that, as browsers do. */
export function installPopovers(): void {
  if (installed.has(document)) return;
  installed.add(document);
  HTMLElement.prototype.hidePopover = function hide() {
    toggle(this, false);
  };
  HTMLElement.prototype.showPopover = function show() {
    toggle(this, true);
  };
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[popovertarget]');
    const panel = button && document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (panel) toggle(panel, panel.dataset['open'] !== 'true');
  });
}

function toggle(panel: HTMLElement, isOpen: boolean): void {
  panel.dataset['open'] = String(isOpen);
  panel.style.display = isOpen ? 'block' : 'none';
  const event = Object.assign(new Event('toggle'), { newState: isOpen ? 'open' : 'closed' });
  panel.dispatchEvent(event);
}
