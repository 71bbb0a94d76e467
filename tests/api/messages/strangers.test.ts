import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { Store } from '@/lib/wallet/messages/store/store';
import { type Backend, startBackend } from '../../support/api-backend';
import { DEVICE_SITE } from '../../support/api-device';
import { base64, frame, messageBody, send, startGroup } from '../../support/api-messages';
import {
  conversationOf,
  newBrowser,
  newUser,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';
import { claimPackages, inviteAll, keyOfPackage, newStranger, speak } from '../../support/stranger';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({
    env: { RATE_LIMITS: 'nonce=9000/60,login=9000/60,write=9000/60,message=9000/60' },
  });
}, 500_000);
afterAll(() => backend.stop());

const open: User[] = [];
afterEach(() => {
  for (const { messenger } of open.splice(0)) messenger.close();
});
const newAccount = () => privateKeyToAccount(generatePrivateKey());
async function user(
  ...[account = newAccount(), options]: Partial<Parameters<typeof newUser>>
): Promise<User> {
  const made = await newUser(account, options);
  open.push(made);
  return made;
}

/** Reads the storage of a person's browser. */
async function stored<T>({ browser, account }: User, read: (store: Store) => Promise<T>): Promise<T> {
  Object.assign(globalThis, { indexedDB: browser.storage });
  const store = await Store.open(`tidewell-messages:${DEVICE_SITE}:${account.address.toLowerCase()}`);
  const result = await read(store);
  store.close();
  return result;
}

test('HUB-1 items of a conversation that the device isn’t in are dropped', async () => {
  const bob = await user();
  await bob.messenger.sync();
  const mallory = await newStranger();
  const group = await startGroup(mallory);
  const to = (await claimPackages(mallory, bob.account.address)).map(keyOfPackage);
  for (let count = 0; count < 5; count += 1) {
    const content = base64(frame('application', { groupId: group.groupId, epoch: 1, length: 60_000 }));
    await send(mallory, messageBody(mallory, group, 1, to, { content }));
  }
  await settle(bob);
  expect(await stored(bob, (store) => store.count('held'))).toBe(0);
  expect(await stored(bob, (store) => store.count('processed'))).toBe(0);
});

test('HUB-1 a stranger’s request lets few items wait, and a conversation more', async () => {
  const bob = await user();
  await bob.messenger.sync();
  const mallory = await newStranger();
  const packages = await claimPackages(mallory, bob.account.address);
  const to = packages.map(keyOfPackage);
  const group = await inviteAll(mallory, packages);
  await speak(mallory, group, to, { body: { type: 'text', text: 'hello' } });
  await settle(bob);
  // The header says that they are of a later epoch, whose commit the device has to wait for.
  const early = base64(frame('application', { groupId: group.groupId, epoch: 9 }));
  bob.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/inbox') return answer;
    const { items } = answer as { items: { kind: string; content: string }[] };
    for (const item of items) item.content = early;
    return answer;
  };
  const sendMore = async () => {
    for (let count = 0; count < 15; count += 1)
      await speak(mallory, group, to, { body: { type: 'text', text: 'later' } });
    await settle(bob);
  };
  await sendMore();
  expect(await stored(bob, (store) => store.count('held'))).toBe(10);
  await bob.messenger.acceptRequest(conversationOf(bob, 'room').id);
  await sendMore();
  expect(await stored(bob, (store) => store.count('held'))).toBe(25);
});
