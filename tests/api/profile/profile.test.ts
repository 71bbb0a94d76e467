import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { GET as info } from '@/app/api/user/info/route';
import { POST as setInviter } from '@/app/api/user/inviter/route';
import { POST as setName } from '@/app/api/user/name/route';
import { user } from '@/lib/api/schemas/user';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { queryDatabase } from '../../support/plain-chains';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend();
});

afterAll(() => backend.stop());

/** Returns a new, signed-in user. */
async function newcomer() {
  const token = await tokenOf(privateKeyToAccount(generatePrivateKey()));
  const { data } = await callRoute(info, { token });
  return { token, ...user.parse(data) };
}

const invite = (token: string, code: string, headers = {}) =>
  callRoute(setInviter, { token, body: { code }, headers });

test('WAL-11 stores a name in its normal form and returns it with the user', async () => {
  const { token, address, inviteCode } = await newcomer();
  const renamed = await callRoute(setName, { token, body: { name: ' Ame\u0301lie\u3000 Poulain ' } });
  expect(renamed).toMatchObject({ code: 200, data: { address, inviteCode, name: 'Amélie Poulain' } });
  expect(await callRoute(info, { token })).toMatchObject({ data: renamed.data as object });
  for (const name of ['明', '小美', '👨‍👩‍👧‍👦'.repeat(6)])
    expect(await callRoute(setName, { token, body: { name }, json: true })).toMatchObject({ data: { name } });
});

test('WAL-11 names need not be unique', async () => {
  for (const { token } of [await newcomer(), await newcomer()])
    expect(await callRoute(setName, { token, body: { name: 'Lighthouse' } })).toMatchObject({ code: 200 });
});

const wrong: [string, string][] = [
  ['', 'Cannot be empty'],
  [' \u3000 ', 'Cannot be empty'],
  ['123456789012345678901', 'Must have 1 to 20 characters'],
  ['👍'.repeat(21), 'Must have 1 to 20 characters'],
  ['Ada\u202Eecalevol', 'Cannot contain hidden or control characters'],
  ['0x1234abcd', 'Cannot look like a wallet address'],
];

test.each(wrong)('WAL-11 rejects the name %j', async (name, message) => {
  const { token } = await newcomer();
  expect(await callRoute(setName, { token, body: { name } })).toMatchObject({
    code: 400,
    status: 400,
    data: { issues: [{ path: 'name', message }] },
  });
  expect(await callRoute(info, { token })).toMatchObject({ data: { name: null } });
});

test('WAL-11 a rejected name is explained in the language of the request, and names require a sign-in', async () => {
  const { token } = await newcomer();
  const headers = { Language: 'zh_CN' };
  expect(await callRoute(setName, { token, body: { name: '一'.repeat(21) }, headers })).toMatchObject({
    data: { issues: [{ message: '長度須為 1 至 20 個字元' }] },
  });
  expect(await callRoute(setName, { body: { name: 'Lighthouse' } })).toMatchObject({ code: 401 });
  expect(await callRoute(setName, { token, body: { nickname: 'Lighthouse' } })).toMatchObject({ code: 400 });
});

test('WAL-11 sets an inviter only once: the same one again returns the user, and a different one is rejected', async () => {
  const [host, other, guest] = [await newcomer(), await newcomer(), await newcomer()];
  const first = await invite(guest.token, ` ${host.inviteCode.toLowerCase()} `);
  expect(first).toMatchObject({ code: 200, data: { address: guest.address, inviter: host.address } });
  expect(await invite(guest.token, host.inviteCode)).toMatchObject({ code: 200, data: first.data as object });
  expect(await invite(guest.token, other.inviteCode)).toMatchObject({
    code: 409,
    status: 409,
    data: { reason: 'inviter_set' },
  });
  expect(await callRoute(info, { token: guest.token })).toMatchObject({ data: { inviter: host.address } });
});

test('WAL-11 rejects one’s own code and unknown codes', async () => {
  const { token, inviteCode } = await newcomer();
  expect(await invite(token, inviteCode)).toMatchObject({ code: 400, data: { reason: 'self' } });
  expect(await invite(token, '22222222')).toMatchObject({ code: 404, data: { reason: 'unknown_code' } });
  for (const code of ['', 'O0I1LU', '2222222', '222222222', "' or 1=1"])
    expect(await invite(token, code)).toMatchObject({ code: 400, data: { issues: [{ path: 'code' }] } });
  expect(await callRoute(setInviter, { body: { code: inviteCode } })).toMatchObject({ code: 401 });
  expect(await callRoute(info, { token })).toMatchObject({ data: { inviter: null } });
});

test('WAL-11 a chain of inviters of any length never becomes a cycle', async () => {
  const line = [await newcomer()];
  for (let length = 1; length < 12; length += 1) {
    const above = line.at(-1);
    const next = await newcomer();
    if (above) expect(await invite(next.token, above.inviteCode)).toMatchObject({ code: 200 });
    line.push(next);
  }
  const [top] = line;
  for (const { inviteCode } of line.slice(1))
    expect(await invite(top?.token ?? '', inviteCode)).toMatchObject({ code: 400, data: { reason: 'loop' } });
});

test('WAL-11 searches at most 1,000 inviters for a cycle, and lets newcomers join any chain', async () => {
  const [top, low, guest] = [await newcomer(), await newcomer(), await newcomer()];
  await queryDatabase(
    backend,
    `insert into users (address, invite_code, inviter)
     select '0xline' || n, 'line' || n, case when n = 1 then '${top.address}' else '0xline' || n - 1 end
     from generate_series(1, 1000) n`,
  );
  await queryDatabase(backend, `update users set inviter = '0xline998' where address = '${low.address}'`);
  expect(await invite(top.token, low.inviteCode)).toMatchObject({ code: 400, data: { reason: 'loop' } });
  await queryDatabase(backend, `update users set inviter = '0xline1000' where address = '${low.address}'`);
  expect(await invite(top.token, low.inviteCode)).toMatchObject({ code: 400, data: { reason: 'line' } });
  // A newcomer can't close a cycle, so newcomers can join a long chain.
  expect(await invite(guest.token, low.inviteCode)).toMatchObject({ code: 200 });
});

test('WAL-11 of fifty invite cycles closed concurrently, each has exactly one link rejected', async () => {
  const rings = await Promise.all(
    Array.from({ length: 50 }, () => Promise.all([newcomer(), newcomer(), newcomer()])),
  );
  const answers = await Promise.all(
    rings.map((ring) =>
      Promise.all(ring.map(({ token }, i) => invite(token, ring[(i + 1) % 3]?.inviteCode ?? ''))),
    ),
  );
  for (const ring of answers) {
    expect(ring.map(({ code }) => code).sort()).toEqual([200, 200, 400]);
    expect(ring.find(({ code }) => code === 400)?.data).toEqual({ reason: 'loop' });
  }
  const inRings = await queryDatabase(
    backend,
    `with recursive line (start, address) as (
       select address, inviter from users where inviter is not null
       union select line.start, users.inviter from users join line using (address) where users.inviter is not null
     ) select start from line where start = address`,
  );
  expect(inRings).toEqual([]);
});

test('WAL-11 if two users invite each other at the same time, only one succeeds', async () => {
  const pairs = await Promise.all(Array.from({ length: 20 }, () => Promise.all([newcomer(), newcomer()])));
  const answers = await Promise.all(
    pairs.map(([a, b]) => Promise.all([invite(a.token, b.inviteCode), invite(b.token, a.inviteCode)])),
  );
  for (const pair of answers) expect(pair.map(({ code }) => code).sort()).toEqual([200, 400]);
});
