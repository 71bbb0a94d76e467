import { Client } from 'pg';
import { bytesToHex } from 'viem';
import { POST as commitRoute } from '@/app/api/messages/commit/route';
import { POST as sendRoute } from '@/app/api/messages/send/route';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import {
  commit,
  inboxOf,
  type Person,
  person,
  send,
  startGroup,
  unknownDevice,
} from '../../support/api-messages';
import {
  accessHashOf,
  base64,
  commitBody,
  frame,
  messageBody,
  newGroup,
  randomBytes,
  welcomeFrame,
  welcomeTo,
} from '../../support/message-frames';
import { queryDatabase, UNLIMITED } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
let alice: Person;
let bob: Person;
let mallory: Person;
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: `${UNLIMITED},message=100000/60` } });
  [alice, bob, mallory] = [await person(1), await person(2), await person(3)];
});
afterAll(() => backend.stop());

const ok = { code: 200, data: { missed: [] } };
const notMember = { code: 403, data: { reason: 'not_member' } };
const stale = { code: 409, data: { reason: 'stale_epoch' } };
const wrongFrame = { code: 400, data: { reason: 'frame' } };
const waitingFor = async (one: Person) => {
  const rows = await queryDatabase<{ count: number }>(
    backend,
    'select count(*)::int from message_queue where device_key = $1',
    [one.deviceKey],
  );
  return rows[0]?.count;
};

describe('members', () => {
  test('only whoever knows the access value of the epoch sends messages and commits', async () => {
    const group = await startGroup(alice, [bob.deviceKey]);
    expect(await send(bob, messageBody(bob, group, 1, [alice.deviceKey]))).toMatchObject(ok);
    const before = await waitingFor(bob);
    const guessed = bytesToHex(randomBytes(32));
    // A stranger with the ID, the hash itself, and the value of an epoch to come.
    for (const access of [guessed, accessHashOf(group.accessOf(1)), group.accessOf(2)]) {
      const message = messageBody(mallory, group, 1, [bob.deviceKey], { access });
      expect(await send(mallory, message)).toMatchObject(notMember);
      const change = commitBody(mallory, group, 1, [bob.deviceKey], { access });
      expect(await commit(mallory, change)).toMatchObject(notMember);
    }
    expect(await waitingFor(bob)).toBe(before);
    // The epoch isn't used up.
    expect(await commit(alice, commitBody(alice, group, 1, [bob.deviceKey]))).toMatchObject(ok);
    expect(await commit(bob, commitBody(bob, group, 2, [alice.deviceKey]))).toMatchObject(ok);
  });

  test('a stranger gets the same answer for a group that exists as for one that does not', async () => {
    const known = await startGroup(alice);
    await commit(alice, commitBody(alice, known, 1, []));
    for (const epoch of [1, 2, 3, 4]) {
      const answers = [known.groupId, newGroup().groupId].map(async (groupId) => {
        const group = newGroup(groupId);
        return [
          await send(mallory, messageBody(mallory, group, epoch, [bob.deviceKey])),
          await commit(mallory, commitBody(mallory, group, epoch, [])),
        ].map(({ code, msg, data }) => ({ code, msg, data }));
      });
      const [first, second] = await Promise.all(answers);
      expect(first).toEqual(second);
      expect(first).toMatchObject([notMember, notMember]);
    }
  });

  test('a member that was removed sends nothing in the next epoch, and a member who is behind learns that', async () => {
    const group = await startGroup(alice, [bob.deviceKey]);
    await commit(alice, commitBody(alice, group, 1, [bob.deviceKey]));
    // Bob knows the value of epoch 1, but not that of epoch 2.
    const late = messageBody(bob, group, 1, [alice.deviceKey]);
    expect(await send(bob, late)).toMatchObject(stale);
    expect(await commit(bob, commitBody(bob, group, 1, [alice.deviceKey]))).toMatchObject(stale);
    const access = group.accessOf(1);
    for (const epoch of [2, 3])
      expect(await send(bob, messageBody(bob, group, epoch, [alice.deviceKey], { access }))).toMatchObject(
        notMember,
      );
    // The value of the current epoch with another epoch.
    for (const epoch of [1, 3])
      expect(
        await send(
          alice,
          messageBody(alice, group, epoch, [], { access: group.accessOf(2), to: [bob.deviceKey] }),
        ),
      ).toMatchObject(stale);
  });

  test('a commit after the first one needs an access value, and nobody creates a group twice', async () => {
    const group = await startGroup(alice);
    const { access: _, ...without } = commitBody(alice, group, 1, []);
    const answer = await commit(alice, without);
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ path: 'access' }] } });
    expect(await commit(mallory, commitBody(mallory, newGroup(group.groupId), 0, []))).toMatchObject(stale);
    expect(await commit(alice, commitBody(alice, group, 1, []))).toMatchObject(ok);
  });

  test('the database has only hashes of access values', async () => {
    const group = await startGroup(alice);
    await send(alice, messageBody(alice, group, 1, [bob.deviceKey]));
    await commit(alice, commitBody(alice, group, 1, [bob.deviceKey]));
    for (const name of ['message_groups', 'message_commits', 'message_receipts', 'message_queue'])
      for (const epoch of [1, 2]) {
        const value = group.accessOf(epoch).slice(2);
        const found = await queryDatabase(backend, `select from ${name} t where t::text like $1`, [
          `%${value}%`,
        ]);
        expect([name, found]).toEqual([name, []]);
      }
  });

  test('a group that nobody can use anymore keeps nobody from starting another', async () => {
    const group = await startGroup(alice, [bob.deviceKey]);
    // A member announces a hash of nothing, so nobody knows the next value.
    const lost = commitBody(bob, group, 1, [alice.deviceKey], {
      nextAccessHash: bytesToHex(randomBytes(32)),
    });
    expect(await commit(bob, lost)).toMatchObject(ok);
    expect(await send(alice, messageBody(alice, group, 2, [bob.deviceKey]))).toMatchObject(notMember);
    const again = await startGroup(alice, [bob.deviceKey]);
    expect(await send(alice, messageBody(alice, again, 1, [bob.deviceKey]))).toMatchObject(ok);
  });
});

describe('order', () => {
  test('in the queue, all messages of an epoch come before the commit that ends it', async () => {
    const [one, two, reader] = [await person(4), await person(5), await person(6)];
    const group = await startGroup(one, [reader.deviceKey]);
    const accepted = { message: 0, commit: 1 };
    for (let epoch = 1; epoch <= 12; epoch += 1) {
      const messages = Array.from({ length: 6 }, (_, index) => {
        const by = index % 2 ? one : two;
        return send(by, messageBody(by, group, epoch, [reader.deviceKey]));
      });
      const commits = [one, two].map((by) => commit(by, commitBody(by, group, epoch, [reader.deviceKey])));
      const answers = await Promise.all([...commits, ...messages]);
      const codes = answers.map(({ code }) => code);
      expect(codes.slice(0, 2).toSorted()).toEqual([200, 409]);
      expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([]);
      accepted.commit += 1;
      accepted.message += codes.slice(2).filter((code) => code === 200).length;
    }
    const { items } = await inboxOf(reader);
    let current = 0;
    for (const { kind, content } of items) {
      const bytes = Buffer.from(content, 'base64');
      // Version, wire format, length of the ID, and the ID of 16 bytes come before the epoch (RFC 9420, section 6.3).
      const epoch = Number(bytes.readBigUInt64BE(2 + 2 + 1 + 16));
      expect(epoch).toBe(current);
      if (kind === 'commit') current += 1;
    }
    expect(items.filter(({ kind }) => kind === 'commit')).toHaveLength(accepted.commit);
    expect(items.filter(({ kind }) => kind === 'message')).toHaveLength(accepted.message);
    expect(accepted.message).toBeGreaterThan(0);
  });

  test('a commit waits until a message of another instance has its place in the queue', async () => {
    const group = await startGroup(alice);
    const other = new Client({ connectionString: backend.databaseUrl });
    await other.connect();
    try {
      // Another instance is sending a message: it has the lock, and not yet an ID.
      await other.query('begin');
      await other.query('select from message_groups where group_id = $1 for share', [group.groupId]);
      const reader = await person(7);
      const committing = commit(alice, commitBody(alice, group, 1, [reader.deviceKey]));
      await until(async () => {
        const waiting = await queryDatabase(
          backend,
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%message_groups%'",
        );
        return waiting.length > 0;
      }, 'the commit waits for the lock');
      // A second message isn't kept waiting by the first.
      const content = Buffer.from(frame('application', { groupId: group.groupId, epoch: 1 }));
      await other.query(
        `with stored as (insert into message_contents (content) values ($1) returning id)
          insert into message_queue (device_key, kind, group_id, sender, content_id)
          select $2, 'message', $3, $4, id from stored`,
        [content, reader.deviceKey, group.groupId, alice.account.address],
      );
      await other.query('commit');
      expect(await committing).toMatchObject(ok);
      expect((await inboxOf(reader)).items.map(({ kind }) => kind)).toEqual(['message', 'commit']);
    } finally {
      await other.end();
    }
  });
});

describe('the same again', () => {
  test('the same commit, sent again, gets the same answer and is queued once', async () => {
    const group = newGroup();
    const missing = unknownDevice();
    const welcome = welcomeTo(unknownDevice());
    for (const epoch of [0, 1]) {
      const before = Number(await waitingFor(bob));
      const body = commitBody(alice, group, epoch, [bob.deviceKey, missing], { welcome });
      const first = await commit(alice, body);
      expect(first).toMatchObject({ code: 200, data: { missed: [missing, ...welcome.to] } });
      const again = await Promise.all([commit(alice, body), commit(alice, body)]);
      for (const { code, data } of again)
        expect({ code, data }).toEqual({ code: first.code, data: first.data });
      expect(await waitingFor(bob)).toBe(before + 1);
      // Neither the same bytes from another device nor other bytes from the same one are the same commit.
      expect(await commit(bob, { ...body, deviceKey: bob.deviceKey })).toMatchObject(stale);
      expect(await commit(alice, commitBody(alice, group, epoch, [bob.deviceKey]))).toMatchObject(stale);
    }
    // Even if others have been accepted since.
    const third = commitBody(alice, group, 2, [bob.deviceKey]);
    await commit(alice, third);
    await commit(bob, commitBody(bob, group, 3, [alice.deviceKey]));
    expect(await commit(alice, third)).toMatchObject(ok);
    expect(await commit(alice, commitBody(alice, group, 4, []))).toMatchObject(ok);
  });

  test('the same message, sent again, gets the same answer and is queued once, even in the next epoch', async () => {
    const group = await startGroup(alice);
    const before = Number(await waitingFor(bob));
    const missing = unknownDevice();
    const body = messageBody(alice, group, 1, [bob.deviceKey, missing]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(alice, body)));
    for (const answer of answers) expect(answer).toMatchObject({ code: 200, data: { missed: [missing] } });
    expect(await waitingFor(bob)).toBe(before + 1);
    await commit(alice, commitBody(alice, group, 1, []));
    expect(await send(alice, body)).toMatchObject({ code: 200, data: { missed: [missing] } });
    // Encrypted again for the next epoch, because the device didn't know that the first was accepted.
    const renewed = messageBody(alice, group, 2, [bob.deviceKey], { messageId: body.messageId });
    expect(await send(alice, renewed)).toMatchObject({ code: 200, data: { missed: [missing] } });
    expect(await waitingFor(bob)).toBe(before + 1);
    // The IDs of other devices and groups are others.
    const other = await startGroup(alice);
    const sent = messageBody(alice, other, 1, [bob.deviceKey], { messageId: body.messageId });
    expect(await send(alice, sent)).toMatchObject(ok);
    const ofBob = messageBody(bob, group, 2, [bob.deviceKey], { messageId: body.messageId });
    expect(await send(bob, ofBob)).toMatchObject(ok);
    expect(await waitingFor(bob)).toBe(before + 3);
  });

  test('a device named twice gets an item once', async () => {
    const group = await startGroup(alice);
    const before = Number(await waitingFor(bob));
    const missing = unknownDevice();
    const twice = [bob.deviceKey, missing, bob.deviceKey, missing];
    expect(await send(alice, messageBody(alice, group, 1, twice))).toMatchObject({
      code: 200,
      data: { missed: [missing] },
    });
    expect(await waitingFor(bob)).toBe(before + 1);
  });
});

describe('headers', () => {
  test('an item whose header is not that of its call is refused', async () => {
    const group = await startGroup(alice);
    const { groupId } = group;
    const before = await waitingFor(bob);
    const good = frame('application', { groupId, epoch: 1 });
    const trailing = Buffer.concat([good, Buffer.from([0])]);
    const otherVersion = Buffer.from(good);
    otherVersion.writeUInt16BE(2, 0);
    const ofOthers = [
      frame('application', { groupId, epoch: 2 }),
      frame('application', { groupId, epoch: 2n ** 64n - 1n }),
      frame('application', { groupId: newGroup().groupId, epoch: 1 }),
      frame('application', { groupId: `${groupId}00`, epoch: 1 }),
      frame('application', { groupId: '', epoch: 1 }),
      frame('proposal', { groupId, epoch: 1 }),
      welcomeFrame(1),
      trailing,
      otherVersion,
      good.subarray(0, good.length - 1),
      good.subarray(0, 4),
    ];
    for (const content of [...ofOthers, frame('commit', { groupId, epoch: 1 })])
      expect(
        await send(alice, messageBody(alice, group, 1, [bob.deviceKey], { content: base64(content) })),
      ).toMatchObject(wrongFrame);
    for (const content of [...ofOthers, good])
      expect(
        await commit(alice, commitBody(alice, group, 1, [bob.deviceKey], { content: base64(content) })),
      ).toMatchObject(wrongFrame);
    expect(await waitingFor(bob)).toBe(before);
    expect(await commit(alice, commitBody(alice, group, 1, [bob.deviceKey]))).toMatchObject(ok);
  });

  test('a welcome has a secret for each recipient at most', async () => {
    const group = await startGroup(alice);
    const attempt = (content: Uint8Array, to = [bob.deviceKey, bob.deviceKey]) =>
      commit(alice, commitBody(alice, group, 1, [], { welcome: { content: base64(content), to } }));
    const ofCommit = frame('commit', { groupId: group.groupId, epoch: 1 });
    for (const content of [welcomeFrame(0), welcomeFrame(2), ofCommit, randomBytes(50)])
      expect(await attempt(content)).toMatchObject(wrongFrame);
    expect(await attempt(welcomeFrame(1))).toMatchObject(ok);
  });

  test('arbitrary bytes are refused soon, and never with a server error', async () => {
    const group = await startGroup(alice);
    const { groupId } = group;
    const good = Buffer.from(frame('application', { groupId, epoch: 1 }));
    const welcome = Buffer.from(welcomeFrame(3));
    const hostile = [
      // As many secrets as fit: none has content.
      Buffer.concat([Buffer.from('0001000300018000ea60', 'hex'), Buffer.alloc(60_000)]),
      // Lengths that say more than there is, and an encoding of length that RFC 9420 forbids.
      Buffer.from('00010002bfffffff', 'hex'),
      Buffer.from('00010002ffffffffffffffff', 'hex'),
      Buffer.from('0001000300018000000400', 'hex'),
      // Other wire formats: public message, group info, key package.
      ...[1, 4, 5, 6, 0xffff].map((format) =>
        Buffer.concat([Buffer.from([0, 1, format >> 8, format & 0xff]), randomBytes(2_000)]),
      ),
      ...Array.from({ length: 60 }, (_, index) => {
        const changed = Buffer.from(index % 2 ? good : welcome);
        const [at = 0, value = 0] = randomBytes(2);
        changed[4 + (at % (changed.length - 4))] = value;
        return index % 3 ? changed : changed.subarray(0, at % changed.length || 1);
      }),
    ];
    for (const content of hostile) {
      const body = commitBody(alice, group, 1, [], {
        welcome: { content: base64(content), to: [bob.deviceKey] },
        content: base64(content),
      });
      const { code } = await callRoute(commitRoute, { token: alice.token, json: true, body });
      expect([base64(content), code]).toEqual([base64(content), 400]);
      const message = messageBody(alice, group, 1, [bob.deviceKey], { content: base64(content) });
      const answer = await callRoute(sendRoute, { token: alice.token, json: true, body: message });
      // A change of the ciphertext can't be seen.
      expect([200, 400]).toContain(answer.code);
    }
  });
});
