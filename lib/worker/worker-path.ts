/** Path of the service worker (lib/worker/service-worker.ts), which the build bundles. */
export const WORKER_PATH = '/sw.js';
