import type { Portal } from '../portal.ts';

/** Fired on the window to open the question again. */
export const askEvent = 'meterhouse:ask-consent';

/** Opens the question whether the tag manager may run; without one, says that there is none. */
export function askConsent({ overlays, i18n }: Portal, hasTagManager: boolean): void {
  if (hasTagManager) window.dispatchEvent(new Event(askEvent));
  else overlays.toast({ text: i18n.t('ui:consent.none') });
}
