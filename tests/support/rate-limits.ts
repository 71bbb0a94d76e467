/** RATE_LIMITS under which one client, this machine, may do as much as a test wants. */
export const UNLIMITED = ['nonce', 'login', 'verify', 'upload', 'write', 'read', 'stream', 'report', 'media']
  .map((name) => `${name}=999999/1`)
  .join();
