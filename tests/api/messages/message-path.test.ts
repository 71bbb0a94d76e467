import { readFileSync } from 'node:fs';
import { executedFiles } from '../../support/executed-files';
import { messengerSuite, settle, textsOf } from '../../support/messenger';
import { until } from '../../support/until';

const README = 'lib/messages/README.md';
/** Maximum number of files that a text message goes through. */
const MAX_FILES = 22;
/** The code of messages that runs without a page. */
const MESSAGES = /^(lib\/messages|lib\/server\/messages|app\/api\/messages)\//;

const { user } = messengerSuite();

/** Returns the files that a table of the README names. */
function filesIn(title: string): readonly string[] {
  const [, table = ''] = readFileSync(README, 'utf8').split(`| ${title} | |\n`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/`([\w./[\]-]+\.tsx?)`/g)].map(([, file = '']) => file);
}

test('a text message goes through the files that the README lists, and runs no maintenance of a group', async () => {
  const [alice, bob] = [await user(), await user({ isStreaming: true })];
  const ofAlice = await alice.messenger.openDirect(bob.account.address);
  const send = async (text: string) => {
    await alice.messenger.send(ofAlice, { type: 'text', text });
    await until(async () => {
      const [conversation] = bob.messenger.getSnapshot().conversations;
      return conversation && (await textsOf(bob, conversation.id)).includes(text);
    }, text);
  };
  await send('hello');
  const [conversation] = bob.messenger.getSnapshot().conversations;
  await bob.messenger.acceptRequest(conversation?.id ?? '', alice.account.address);
  await settle(alice, bob, alice, bob);
  await send('a message that loads the modules');

  const executed = await executedFiles(() => send('the message'));
  const files = executed.filter((file) => MESSAGES.test(file));
  const [through, asked] = [filesIn('files that the message goes through'), filesIn('files that are asked')];
  expect(through.length).toBeLessThanOrEqual(MAX_FILES);
  expect(through.filter((file) => MESSAGES.test(file) && !files.includes(file))).toEqual([]);
  expect(files.filter((file) => !through.includes(file) && !asked.includes(file))).toEqual([]);
  expect(files.filter((file) => /maintain-group|(add|remove|claim)-devices/.test(file))).toEqual([]);
});
