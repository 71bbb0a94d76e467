import { Client } from 'pg';
import type { Hex } from 'viem';
import { DAILY_BYTES, storedBytes } from '@/lib/server/messages/queue';
import { type Backend, startBackend } from '../../support/api-backend';
import {
  commit,
  type Person,
  person,
  revocationBody,
  revoke,
  send,
  startGroup,
  unknownDevice,
} from '../../support/api-messages';
import { commitBody, type Group, messageBody, newGroup } from '../../support/message-frames';
import { queryDatabase, UNLIMITED } from '../../support/plain-chains';
import { recordSent } from '../../support/sent-requests';
import { until } from '../../support/until';

let backend: Backend;
let sent: ReturnType<typeof recordSent>;
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: `${UNLIMITED},message=999999/1` } });
  sent = recordSent();
});
afterAll(() => backend.stop());

const SHARED = 'with "sent" as';
const ACCEPTED = { code: 200, data: { missed: [] } };

const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()));

/** Returns the contents that are queued for a device, in the order of its queue. */
async function queuedFor({ deviceKey }: Pick<Person, 'deviceKey'>): Promise<string[]> {
  const rows = await queryDatabase<{ content: Buffer }>(
    backend,
    `select content from message_queue join message_contents on message_contents.id = content_id
      where device_key = $1 order by message_queue.id`,
    [deviceKey],
  );
  return rows.map(({ content }) => content.toString('base64'));
}

async function usageOf({ account }: Person): Promise<number> {
  const text = 'select sum(bytes)::int as bytes from message_usage where address = $1';
  const [row] = await queryDatabase<{ bytes: number }>(backend, text, [account.address]);
  return row?.bytes ?? 0;
}

const bytesOf = ({ content, to }: { content: string; to: readonly Hex[] }) =>
  storedBytes([{ content: Buffer.from(content, 'base64'), to }]);

/** Returns the statements that calls have sent, without those that notify streams later. */
async function statementsOf(calls: () => Promise<unknown>): Promise<string[]> {
  const { statements } = await sent.during(calls);
  return statements.filter((text) => !text.includes('pg_notify'));
}

test('a message takes a query for its session and one statement, and concurrent ones share both', async () => {
  const [alice, bob] = [await person(), await person()];
  const group = await startGroup(alice);
  const next = (count: number) =>
    Array.from({ length: count }, () => messageBody(alice, group, 1, [bob.deviceKey]));
  for (const body of next(2)) {
    const statements = await statementsOf(async () =>
      expect(await send(alice, body)).toMatchObject(ACCEPTED),
    );
    expect(statements).toEqual([
      expect.stringMatching(/^select .* from "sessions"/),
      expect.stringContaining(SHARED),
    ]);
  }
  const bodies = next(40);
  const shared = await statementsOf(async () => {
    const answers = await Promise.all(bodies.map((body) => send(alice, body)));
    for (const answer of answers) expect(answer).toMatchObject(ACCEPTED);
  });
  expect(shared.length).toBeLessThan(bodies.length / 2);
  expect(
    (await queuedFor(bob)).toSorted().filter((one) => bodies.some(({ content }) => content === one)),
  ).toEqual(bodies.map(({ content }) => content).toSorted());
});

test('messages that are refused or missed do not affect those that share their statement', async () => {
  const [bob, carol, dora, eve, mallory, ...senders] = await people(13);
  if (!bob || !carol || !dora || !eve || !mallory) throw new Error('nobody');
  const groups = new Map<Person, Group>();
  for (const one of [...senders, carol, dora, eve]) groups.set(one, await startGroup(one));
  const groupOf = (one: Person) => groups.get(one) ?? newGroup();
  const bodyOf = (by: Person, change = {}, to: readonly Hex[] = [bob.deviceKey]) =>
    messageBody(by, groupOf(by), 1, to, change);
  const good = senders.map((by) => ({ by, body: bodyOf(by), answer: ACCEPTED }));
  const [first] = good;
  if (!first) throw new Error('nobody sends');
  const before = bodyOf(first.by);
  expect(await send(first.by, before)).toMatchObject(ACCEPTED);
  expect(await revoke(dora, await revocationBody(dora))).toMatchObject({ code: 200 });
  await queryDatabase(backend, 'update message_usage set bytes = $2 where address = $1', [
    eve.account.address,
    DAILY_BYTES.message,
  ]);
  await queryDatabase(backend, 'insert into message_blocks (address, blocked) values ($1, $2)', [
    bob.account.address,
    carol.account.address,
  ]);
  const nobody = unknownDevice();
  const missing = bodyOf(first.by, {}, [bob.deviceKey, nobody]);
  const usage = await usageOf(first.by);
  const calls = [
    { by: mallory, body: bodyOf(mallory), answer: { code: 403, data: { reason: 'not_member' } } },
    { by: carol, body: { ...bodyOf(carol), access: `0x${'1'.repeat(64)}` }, answer: { code: 403 } },
    { by: carol, body: bodyOf(carol), answer: ACCEPTED },
    { by: carol, body: bodyOf(carol, { epoch: 2 }), answer: { code: 400, data: { reason: 'frame' } } },
    { by: carol, body: messageBody(carol, groupOf(carol), 2, [bob.deviceKey]), answer: { code: 403 } },
    {
      by: carol,
      body: messageBody(carol, groupOf(carol), 2, [bob.deviceKey], { access: groupOf(carol).accessOf(1) }),
      answer: { code: 409, data: { reason: 'stale_epoch' } },
    },
    { by: dora, body: bodyOf(dora), answer: { code: 403, data: { reason: 'device_revoked' } } },
    { by: eve, body: bodyOf(eve), answer: { code: 429 } },
    { by: mallory, body: { ...bodyOf(first.by), deviceKey: carol.deviceKey }, answer: { code: 403 } },
    { by: first.by, body: before, answer: ACCEPTED },
    { by: first.by, body: first.body, answer: ACCEPTED },
    { by: first.by, body: missing, answer: { code: 200, data: { missed: [nobody] } } },
    ...good,
  ];
  const answers = await Promise.all(calls.map(({ by, body }) => send(by, body)));
  for (const [index, { answer }] of calls.entries()) expect(answers[index]).toMatchObject(answer);
  const accepted = [before, missing, ...good.map(({ body }) => body)].map(({ content }) => content);
  expect((await queuedFor(bob)).toSorted()).toEqual(accepted.toSorted());
  expect((await usageOf(first.by)) - usage).toBe(bytesOf(missing) + bytesOf(first.body));
});

test('a message that makes a shared statement fail does not affect the others', async () => {
  const [bob, ...senders] = await people(9);
  if (!bob) throw new Error('nobody');
  const bodies = await Promise.all(
    senders.map(async (by) => messageBody(by, await startGroup(by), 1, [bob.deviceKey])),
  );
  const broken = bodies.at(4)?.messageId;
  await queryDatabase(
    backend,
    `create function break_message() returns trigger language plpgsql as $$
      begin if new.message_id = '${broken}' then raise 'broken'; end if; return new; end $$`,
  );
  await queryDatabase(
    backend,
    'create trigger break_message before insert on message_receipts for each row execute function break_message()',
  );
  const answers = await Promise.all(bodies.map((body, index) => send(senders[index] ?? bob, body)));
  await queryDatabase(backend, 'drop function break_message cascade');
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 500, 200, 200, 200]);
  const contents = bodies.filter(({ messageId }) => messageId !== broken).map(({ content }) => content);
  expect((await queuedFor(bob)).toSorted()).toEqual(contents.toSorted());
});

test('a message waits for a commit of its own conversation only, and is refused if the commit ends its epoch', async () => {
  const [alice, bob] = [await person(), await person()];
  const [held, free] = [await startGroup(alice), await startGroup(alice)];
  const client = new Client({ connectionString: backend.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('update message_groups set epoch = 2 where group_id = $1', [held.groupId]);
  const [late, early] = [held, free].map((group) => messageBody(alice, group, 1, [bob.deviceKey]));
  const waiting = send(alice, late ?? {});
  expect(await send(alice, early ?? {})).toMatchObject(ACCEPTED);
  await until(async () => {
    // On another connection, because a transaction reads this view once.
    const text = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'";
    return (await queryDatabase(backend, text)).length > 0;
  }, 'the message waits for the lock');
  await client.query('commit');
  await client.end();
  expect(await waiting).toMatchObject({ code: 409, data: { reason: 'stale_epoch' } });
  expect(await queuedFor(bob)).toEqual([early?.content]);
});

test('concurrent messages, retries, and commits keep their order, and each arrives once', async () => {
  const members = await people(4);
  const reader = await person();
  const epochs = Array.from({ length: 6 }, (_, index) => index + 1);
  type Outcome = {
    group: Group;
    kind: 'message' | 'commit';
    epoch: number;
    content: string;
    codes: number[];
  };
  const outcomes: Outcome[] = [];
  const one = async (kind: Outcome['kind'], by: Person, group: Group, epoch: number) => {
    const make = kind === 'message' ? messageBody : commitBody;
    const body = make(by, group, epoch, [reader.deviceKey]);
    const attempt = () => (kind === 'message' ? send(by, body) : commit(by, body));
    // Some calls are sent again before their first answer.
    const attempts = outcomes.length % 3 === 0 ? [attempt(), attempt()] : [attempt()];
    const outcome: Outcome = { group, kind, epoch, content: body.content, codes: [] };
    outcomes.push(outcome);
    outcome.codes = (await Promise.all(attempts)).map(({ code }) => code);
  };
  const conversation = async (by: Person) => {
    const group = await startGroup(by);
    for (const epoch of epochs) {
      const messages = (count: number) =>
        members.slice(0, count).map((member) => one('message', member, group, epoch));
      await Promise.all([...messages(3), one('commit', by, group, epoch), ...messages(4)]);
    }
  };
  await Promise.all(members.flatMap((by) => [conversation(by), conversation(by)]));

  const queued = await queuedFor(reader);
  for (const { content, codes } of outcomes) {
    expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([]);
    expect([codes, queued.filter((other) => other === content).length]).toEqual([
      codes,
      codes.includes(200) ? 1 : 0,
    ]);
  }
  expect(queued).toHaveLength(outcomes.filter(({ codes }) => codes.includes(200)).length);
  const byContent = new Map(outcomes.map((outcome) => [outcome.content, outcome]));
  const next = new Map<string, number>();
  for (const content of queued) {
    const { group, kind, epoch } = byContent.get(content) ?? {};
    const current = next.get(group?.groupId ?? '') ?? 1;
    expect(epoch).toBe(current);
    if (group && kind === 'commit') next.set(group.groupId, current + 1);
  }
  expect([...next.values()]).toEqual(members.flatMap(() => [7, 7]));
  const accepted = outcomes.filter(({ kind, codes }) => kind === 'message' && codes.includes(200));
  const refused = outcomes.filter(({ codes }) => codes.includes(409));
  expect([accepted.length > 0, refused.length > 0]).toEqual([true, true]);
});
