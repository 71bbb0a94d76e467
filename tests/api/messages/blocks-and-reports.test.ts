import { POST as block } from '@/app/api/messages/block/route';
import { GET as blocks } from '@/app/api/messages/blocks/route';
import { POST as claim } from '@/app/api/messages/keyPackages/claim/route';
import { POST as keyPackages } from '@/app/api/messages/keyPackages/route';
import { POST as report } from '@/app/api/messages/report/route';
import { cleanUp, REPORT_RETENTION_DAYS } from '@/lib/server/db/clean-up';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { commit, inboxOf, type Person, person, send, startGroup } from '../../support/api-messages';
import { commitBody, messageBody, welcomeTo } from '../../support/message-frames';
import { queryDatabase } from '../../support/plain-chains';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const setBlock = ({ token }: Person, { account: { address } }: Person, isBlocked: boolean) =>
  callRoute(block, { token, json: true, body: { address, isBlocked } });
const blockedBy = async ({ token }: Person) => (await callRoute(blocks, { token })).data;
const kindsIn = async (one: Person) => (await inboxOf(one)).items.map(({ kind }) => kind);
const reported = ({ token }: Person, body: Record<string, unknown>) =>
  callRoute(report, { token, json: true, body });

test('a blocked account cannot reach the blocking one, and cannot tell', async () => {
  const [bob, mallory, carol] = [await person(1), await person(2), await person(3)];
  const offered = { deviceKey: bob.deviceKey, packages: ['AAAA', 'BBBB'], lastResort: 'CCCC' };
  await callRoute(keyPackages, { token: bob.token, json: true, body: offered });
  const claimed = async ({ token }: Person) =>
    (await callRoute(claim, { token, json: true, body: { address: bob.account.address } })).data;
  const group = await startGroup(mallory, [bob.deviceKey]);
  expect(await setBlock(bob, mallory, true)).toMatchObject({ code: 200, data: null });
  expect(await setBlock(bob, mallory, true)).toMatchObject({ code: 200, data: null });
  expect(await blockedBy(bob)).toEqual({ addresses: [mallory.account.address] });
  expect(await blockedBy(mallory)).toEqual({ addresses: [] });

  const nothingMissed = { code: 200, data: { missed: [] } };
  const message = messageBody(mallory, group, 1, [bob.deviceKey, carol.deviceKey]);
  expect(await send(mallory, message)).toMatchObject(nothingMissed);
  expect(await send(mallory, message)).toMatchObject(nothingMissed);
  const change = commitBody(mallory, group, 1, [bob.deviceKey, carol.deviceKey], {
    welcome: welcomeTo(bob.deviceKey),
  });
  expect(await commit(mallory, change)).toMatchObject(nothingMissed);
  expect(await kindsIn(carol)).toEqual(['message', 'commit']);
  // A commit arrives, because the device couldn't read what others send in the room without it.
  expect(await kindsIn(bob)).toEqual(['commit', 'commit']);
  expect(await claimed(mallory)).toEqual({ packages: [] });
  expect(await claimed(carol)).toEqual({ packages: [{ deviceKey: bob.deviceKey, content: 'AAAA' }] });
  // The blocking account reaches the blocked one, and others reach both.
  expect(await send(bob, messageBody(bob, group, 2, [mallory.deviceKey]))).toMatchObject(nothingMissed);
  expect(await kindsIn(mallory)).toEqual(['message']);
  expect(await send(carol, messageBody(carol, group, 2, [bob.deviceKey]))).toMatchObject(nothingMissed);
  expect(await kindsIn(bob)).toEqual(['commit', 'commit', 'message']);

  expect(await setBlock(bob, mallory, false)).toMatchObject({ code: 200 });
  expect(await blockedBy(bob)).toEqual({ addresses: [] });
  await send(mallory, messageBody(mallory, group, 2, [bob.deviceKey]));
  expect(await kindsIn(bob)).toEqual(['commit', 'commit', 'message', 'message']);
  expect(await claimed(mallory)).toEqual({ packages: [{ deviceKey: bob.deviceKey, content: 'BBBB' }] });
});

test('nobody blocks themselves, or too many accounts', async () => {
  const alice = await person(4);
  const other = { ...alice, account: (await person(5)).account };
  expect(await setBlock(alice, alice, true)).toMatchObject({ code: 400, data: { reason: 'self' } });
  const body = { address: '0x12', isBlocked: true };
  expect(await callRoute(block, { token: alice.token, json: true, body })).toMatchObject({ code: 400 });
  await queryDatabase(
    backend,
    "insert into message_blocks select $1, '0x' || n from generate_series(1, 1000) n",
    [alice.account.address],
  );
  expect(await setBlock(alice, other, true)).toMatchObject({ code: 409, data: { reason: 'blocks' } });
  await queryDatabase(backend, 'delete from message_blocks');
});

test('a report is stored for the operator, for a while, and nobody sends many', async () => {
  const [alice, mallory] = [await person(6), await person(7)];
  const { address } = mallory.account;
  const reason = ' Sends phishing links: <b>x</b> 假的 ';
  expect(await reported(alice, { address, reason })).toMatchObject({ code: 200, data: null });
  const groupId = '5e'.repeat(16);
  await reported(alice, { address, reason: 'x'.repeat(1_000), groupId });
  const rows = () =>
    queryDatabase(backend, 'select reporter, reported, reason, group_id from message_reports order by id');
  const common = { reporter: alice.account.address, reported: address };
  expect(await rows()).toEqual([
    { ...common, reason: reason.trim(), group_id: null },
    { ...common, reason: 'x'.repeat(1_000), group_id: groupId },
  ]);
  for (const wrong of [
    { reason: ' ' },
    { reason: 'x'.repeat(1_001) },
    { groupId: 'x' },
    { address: '0x1' },
  ]) {
    const answer = await reported(alice, { address, reason, ...wrong });
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ path: Object.keys(wrong)[0] }] } });
  }
  expect(await reported(alice, { address: alice.account.address, reason })).toMatchObject({ code: 400 });
  for (let count = 2; count < 20; count += 1) await reported(alice, { address, reason });
  const refused = await reported(alice, { address, reason });
  expect(refused).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } });
  expect(await reported(mallory, { address: alice.account.address, reason })).toMatchObject({ code: 200 });
  const after = (days: number) => cleanUp(new Date(Date.now() + days * 86_400_000));
  await after(REPORT_RETENTION_DAYS - 1);
  expect(await rows()).toHaveLength(21);
  await after(REPORT_RETENTION_DAYS + 1);
  expect(await rows()).toEqual([]);
});
