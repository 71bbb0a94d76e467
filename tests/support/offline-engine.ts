import type { Address } from 'viem';
import { messagesApi } from '@/lib/messages/core/api';
import { Engine } from '@/lib/messages/core/engine';
import { SITE } from './messaging';

const opened: Engine[] = [];
afterEach(() => {
  for (const engine of opened.splice(0)) engine.close();
});

/** Opens the storage of an account until the test ends. Any request to the server fails. */
export async function offlineEngine(account: Address): Promise<Engine> {
  const offline = () => Promise.reject(new Error('a request was sent'));
  const engine = await Engine.open({
    account,
    site: SITE,
    api: messagesApi(offline, { upload: offline, download: offline }),
    verifyContract: offline,
    isContact: () => false,
    locks: (_, work) => work(),
  });
  opened.push(engine);
  return engine;
}
