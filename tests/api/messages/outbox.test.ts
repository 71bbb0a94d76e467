import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type Backend, startBackend } from '../../support/api-backend';
import {
  conversationOf,
  messagesOf,
  newUser,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';

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
async function user(): Promise<User> {
  const made = await newUser(privateKeyToAccount(generatePrivateKey()));
  open.push(made);
  return made;
}

test('HUB-2 a conversation that is deleted while its message is sent takes no other message with it', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const ofBob = await alice.messenger.openDirect(bob.account.address);
  await say(alice, ofBob, 'hello');
  await settle(alice, bob);
  const ofCarol = await alice.messenger.openDirect(carol.account.address);
  let isDeleted = false;
  alice.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/send' || isDeleted) return answer;
    isDeleted = true;
    const slow = async () => {
      await alice.messenger.deleteConversation(ofBob);
      await say(alice, ofCarol, 'hello Carol');
      return answer;
    };
    // The caller awaits the answer, so it may be a promise.
    return slow() as unknown as T;
  };
  await say(alice, ofBob, 'a message whose answer is slow');
  await settle(alice, carol, alice);
  expect((await messagesOf(alice, ofCarol)).map(({ state }) => state.kind)).toEqual(['sent']);
  expect(await textsOf(carol, conversationOf(carol, alice.account.address).id)).toEqual(['hello Carol']);
});
