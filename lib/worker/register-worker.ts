import { whenIdle } from '@/lib/browser/when-idle';
import { isBuilt } from '@/lib/settings/build-env';
import { WORKER_PATH } from './worker-path';

/** Files that the page has told the worker of. */
const sent = new Set<string>();

/**
 * Sends the worker which page is open and what it has loaded, because the worker sees neither what was requested before it took
 * over, nor pages that links open without a request for a page.
 */
export function sendOpenPage(): void {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  worker.postMessage({ path: window.location.pathname, files: loaded.filter((name) => !sent.has(name)) });
  for (const name of loaded) sent.add(name);
}

/** Sends a new worker the names of all files that this page has loaded. */
function onNewWorker(): void {
  sent.clear();
  sendOpenPage();
}

async function start(container: ServiceWorkerContainer): Promise<void> {
  try {
    if (isBuilt) await container.register(WORKER_PATH);
    // A worker of an earlier build would answer with its files.
    else for (const registration of await container.getRegistrations()) await registration.unregister();
  } catch {
    // The browser or the server has no worker, so the site works only online.
  }
}

/** Registers the service worker once the page has loaded and the browser is idle. Returns the cleanup function. */
export function registerWorker(): () => void {
  const { serviceWorker } = navigator;
  // Browsers have it only on secure origins.
  if (!serviceWorker) return () => undefined;
  let cancel = () => {};
  const onLoad = () => {
    cancel = whenIdle(() => void start(serviceWorker));
  };
  serviceWorker.addEventListener('controllerchange', onNewWorker);
  if (document.readyState === 'complete') onLoad();
  else window.addEventListener('load', onLoad);
  return () => {
    cancel();
    window.removeEventListener('load', onLoad);
    serviceWorker.removeEventListener('controllerchange', onNewWorker);
  };
}
