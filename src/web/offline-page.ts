import { OFFLINE_WORKER_PATH } from '../core/page-head.js';

import { language } from './words/words.js';

/**
 * For the installed application only: a page that says how to start the service, where nobody answers. In a browser's window the browser
 * says enough, and leaves nothing behind at an address that may be another program's tomorrow.
 */
export function keepOfflinePage(): void {
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  // Not there where the address is neither of this machine nor encrypted.
  if (!isInstalled || !('serviceWorker' in navigator)) return;
  const address = `${OFFLINE_WORKER_PATH}?language=${language}`;
  // Refused where storage is switched off: the browser's own error stands there then.
  navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => {});
}
