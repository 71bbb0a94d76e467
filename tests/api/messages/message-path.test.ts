import { executedFiles } from '../../support/executed-files';
import { messengerSuite, settle, textsOf } from '../../support/messenger';
import { until } from '../../support/until';

const { pair } = messengerSuite();

test('probe', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await alice.messenger.send(ofAlice, { type: 'text', text: 'warm' });
  await settle(alice, bob, alice);
  await settle(alice, bob, alice);
  let files: readonly string[] = [];
  files = await executedFiles(async () => {
    await alice.messenger.send(ofAlice, { type: 'text', text: 'measured' });
    await new Promise((r) => setTimeout(r, 1500));
  });
  console.info('SENDER', files.join('\n'));
  files = await executedFiles(async () => {
    await bob.messenger.sync();
    await until(async () => (await textsOf(bob, ofBob)).includes('measured'), 'arrival');
  });
  console.info('RECEIVER', files.join('\n'));
});
