import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { erc20Abi, parseEther } from 'viem';
import webPush from 'web-push';
import { POST as subscribeRoute } from '@/app/api/push/subscribe/route';
import { POST as unsubscribeRoute } from '@/app/api/push/unsubscribe/route';
import { POST as endOthersRoute } from '@/app/api/user/endOtherSessions/route';
import { POST as logoutRoute } from '@/app/api/user/logout/route';
import { cleanUp, PUSH_RETENTION_DAYS } from '@/lib/server/db/clean-up';
import { pushAlerts } from '@/lib/server/push/push-alerts';
import { stopPushJobs } from '@/lib/server/push/push-jobs';
import { pushMessages } from '@/lib/server/push/push-messages';
import { createMoneyPush } from '@/lib/server/push/push-money';
import { SUBSCRIPTIONS_PER_ACCOUNT } from '@/lib/server/push/subscriptions';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { acknowledge, inboxOf, person, send, startGroup } from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { messageBody } from '../../support/message-frames';
import { queryDatabase } from '../../support/plain-chains';
import { decrypt, newBrowser, startPushService } from '../../support/push-browser';

const keys = webPush.generateVAPIDKeys();
let service: Awaited<ReturnType<typeof startPushService>>;
let backend: Backend;
beforeAll(async () => {
  service = await startPushService();
  backend = await startBackend({
    env: { PUSH_PRIVATE_KEY: keys.privateKey, PUSH_SERVICE_ORIGIN: service.origin },
  });
  // The tests run the jobs themselves.
  await stopPushJobs();
});
afterAll(async () => {
  await backend.stop();
  await service.stop();
});
beforeEach(async () => {
  service.requests.length = 0;
  await queryDatabase(backend, 'delete from push_subscriptions');
});

type Browser = ReturnType<typeof newBrowser>;
const subscribe = (token: string, { subscription }: Browser, change: Record<string, unknown> = {}) =>
  callRoute(subscribeRoute, {
    token,
    json: true,
    body: { ...subscription, kinds: ['money'], alerts: [], ...change },
    headers: { Language: 'zh_CN' },
  });
const subscribed = async () =>
  (await queryDatabase<{ endpoint: string }>(backend, 'select endpoint from push_subscriptions')).map(
    ({ endpoint }) => endpoint,
  );
/** Returns what the browsers got, and forgets it. */
const pushed = (...browsers: Browser[]) =>
  service.requests.splice(0).map(({ path, body }) => {
    const browser = browsers.find((one) => one.path === path);
    return browser ? JSON.parse(decrypt(body, browser.keys)) : path;
  });

test('PUSH-3 the example of RFC 8291 decrypts to its text', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const example = {
    publicKey: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const body = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(decrypt(body, example)).toBe('When I grow up, I want to be a watermelon');
});

test('PUSH-1 PUSH-3 money received is pushed without content, signed for the push service, and encrypted for the browser', async () => {
  const [owner, payer] = [demoAccount(3), demoAccount(1)];
  const browser = newBrowser(service.origin);
  const [{ client, token }] = backend.chains;
  expect(await subscribe(await tokenOf(owner), browser)).toMatchObject({
    code: 200,
    data: { toldAlerts: [] },
  });
  const look = createMoneyPush(0);
  await look();
  await look();
  expect(service.requests).toEqual([]);

  const native = await client.sendTransaction({
    account: payer,
    to: owner.address,
    value: parseEther('0.1'),
  });
  await client.waitForTransactionReceipt({ hash: native });
  await look();
  const [request] = service.requests;
  expect(pushed(browser)).toEqual([{ kind: 'money', locale: 'zh-Hant' }]);
  expect(request?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    // The same for all kinds.
    urgency: 'high',
  });
  const { topic } = request?.headers ?? {};
  expect(topic).toMatch(/^[\w-]{32}$/);
  const [, jwt = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(request?.headers.authorization)) ?? [];
  expect(key).toBe(keys.publicKey);
  const point = Buffer.from(keys.publicKey, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const { payload } = await jwtVerify(jwt, publicKey, { audience: service.origin });
  expect(payload.sub).toMatch(/^mailto:/);

  const transfer = (account: typeof owner, to: `0x${string}`, amount = 1n) =>
    client.writeContract({
      account,
      address: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to, amount],
    });
  await client.waitForTransactionReceipt({ hash: await transfer(payer, owner.address, 5n) });
  await look();
  // It replaces the first, if that one still waits at the push service.
  expect(service.requests[0]?.headers.topic).toBe(topic);
  expect(pushed(browser)).toEqual([{ kind: 'money', locale: 'zh-Hant' }]);
  // What the account sends, also to itself, isn't received, and nothing is pushed twice.
  for (const to of [payer.address, owner.address])
    await client.waitForTransactionReceipt({ hash: await transfer(owner, to) });
  await look();
  await look();
  expect(service.requests).toEqual([]);
});

test('PUSH-1 an account that gets many payments is notified once a minute', async () => {
  const owner = demoAccount(2);
  const browser = newBrowser(service.origin);
  await subscribe(await tokenOf(owner), browser);
  const [{ client }] = backend.chains;
  const look = createMoneyPush();
  const payAndLook = async () => {
    const hash = await client.sendTransaction({ account: demoAccount(1), to: owner.address, value: 1n });
    await client.waitForTransactionReceipt({ hash });
    await look();
    return pushed(browser).length;
  };
  await look();
  const counts = [await payAndLook(), await payAndLook()];
  const later = Date.now() + 60_000;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
  await look();
  await look();
  clock.mockRestore();
  expect([...counts, pushed(browser).length]).toEqual([1, 0, 1]);
});

test('PUSH-1 many accounts take turns, and none is left out', async () => {
  // One address is even, and one is odd, so each has a turn of its own.
  const owners = [demoAccount(2), demoAccount(4)];
  const browsers = owners.map(() => newBrowser(service.origin));
  for (const [index, owner] of owners.entries())
    await subscribe(await tokenOf(owner), browsers[index] as (typeof browsers)[number]);
  const [{ client }] = backend.chains;
  const look = createMoneyPush(0, 1);
  const turn = async () => {
    for (const _ of owners) await look();
  };
  await turn();
  for (const { address: to } of owners) {
    const hash = await client.sendTransaction({ account: demoAccount(1), to, value: 1n });
    await client.waitForTransactionReceipt({ hash });
  }
  await turn();
  expect(service.requests).toHaveLength(owners.length);
});

test('PUSH-1 a node that lags behind does not repeat a push', async () => {
  const owner = demoAccount(2);
  const browser = newBrowser(service.origin);
  await subscribe(await tokenOf(owner), browser);
  const [{ client }] = backend.chains;
  const look = createMoneyPush(0);
  const pay = async () => {
    const hash = await client.sendTransaction({ account: demoAccount(1), to: owner.address, value: 1n });
    await client.waitForTransactionReceipt({ hash });
  };
  await look();
  const before = await client.snapshot();
  await pay();
  await look();
  expect(pushed(browser)).toHaveLength(1);
  // The chain without its latest block looks like a node that doesn't have it yet.
  await client.revert({ id: before });
  await look();
  await pay();
  await look();
  expect(service.requests).toEqual([]);
  await pay();
  await look();
  expect(pushed(browser)).toHaveLength(1);
});

test('PUSH-1 a message that no device fetches is pushed once', async () => {
  const [alice, bob] = [await person(), await person()];
  const browser = newBrowser(service.origin);
  await subscribe(bob.token, browser, { kinds: ['messages'] });
  const group = await startGroup(alice, [bob.deviceKey]);
  const age = (table: string, column: string, seconds: number) =>
    queryDatabase(backend, `update ${table} set ${column} = ${column} - make_interval(secs => $1)`, [
      seconds,
    ]);
  const sendOne = async () => {
    await send(alice, messageBody(alice, group, 1, [bob.deviceKey]));
    await age('push_subscriptions', 'messages_told_at', 60);
  };
  await sendOne();
  await pushMessages();
  expect(service.requests).toEqual([]);
  await age('message_queue', 'sent_at', 5);
  await pushMessages();
  await pushMessages();
  expect(pushed(browser)).toEqual([{ kind: 'messages', locale: 'zh-Hant' }]);
  // One that an open page has fetched isn't pushed.
  await acknowledge(
    bob,
    (await inboxOf(bob)).items.map(({ id }) => id),
  );
  await sendOne();
  await age('message_queue', 'sent_at', 5);
  await acknowledge(
    bob,
    (await inboxOf(bob)).items.map(({ id }) => id),
  );
  await pushMessages();
  expect(service.requests).toEqual([]);
});

test('PUSH-1 a price alert is pushed once, and only with the consent for it', async () => {
  const token = await tokenOf(demoAccount(4));
  const browser = newBrowser(service.origin);
  const alert = { id: 'a-1', coinId: 1, currency: 'USD', side: 'above', price: '2500' };
  const alerts = [alert, { ...alert, id: 'a-2', price: '9000' }];
  const setPrice = (price: string) =>
    queryDatabase(
      backend,
      `insert into prices values (1, $1, '{test}', now()) on conflict (coin_id) do update set price = excluded.price, at = now()`,
      [price],
    );
  await setPrice('2600');
  await subscribe(token, browser, { alerts });
  await pushAlerts();
  expect(service.requests).toEqual([]);
  await subscribe(token, browser, { kinds: ['alerts'], alerts });
  await pushAlerts();
  await pushAlerts();
  expect(pushed(browser)).toEqual([{ kind: 'alerts', locale: 'zh-Hant' }]);
  // The page learns which one, so that it doesn't repeat it.
  const { data } = await subscribe(token, browser, { kinds: ['alerts'], alerts });
  expect(data).toMatchObject({ toldAlerts: [{ id: 'a-1' }] });
});

test('PUSH-2 a subscription ends at sign-out, by the push service, by the account, and after the retention time', async () => {
  const account = demoAccount(5);
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => newBrowser(service.origin));
  if (!first || !second || !third || !fourth) throw new Error('no browsers');
  const token = await tokenOf(account);
  await subscribe(token, first);
  await callRoute(logoutRoute, { token, body: {} });
  expect(await subscribed()).toEqual([]);

  // Nobody signed out of a session that has expired.
  const expired = await tokenOf(account);
  await subscribe(expired, second);
  await queryDatabase(
    backend,
    "update sessions set expires_at = now() - interval '1 second' where revoked_at is null",
  );
  await callRoute(logoutRoute, { token: expired, body: {} });
  expect(await subscribed()).toEqual([second.subscription.endpoint]);

  // Signing out everywhere else also ends those of sessions that have expired.
  const next = await tokenOf(account);
  const here = newBrowser(service.origin);
  await subscribe(next, here);
  await callRoute(endOthersRoute, { token: next, json: true, body: {} });
  expect(await subscribed()).toEqual([here.subscription.endpoint]);
  await subscribe(next, second);
  await callRoute(unsubscribeRoute, {
    token: next,
    json: true,
    body: { endpoint: here.subscription.endpoint },
  });

  await subscribe(next, third, {
    kinds: ['alerts'],
    alerts: [{ id: 'b', coinId: 1, currency: 'USD', side: 'above', price: '1' }],
  });
  service.answers.set(third.path, 410);
  await pushAlerts();
  expect(await subscribed()).toEqual([second.subscription.endpoint]);

  await subscribe(next, fourth);
  const other = await tokenOf(demoAccount(6));
  const end = (by: string) =>
    callRoute(unsubscribeRoute, { token: by, json: true, body: { endpoint: fourth.subscription.endpoint } });
  await end(other);
  expect(await subscribed()).toHaveLength(2);
  await end(next);
  expect(await subscribed()).toEqual([second.subscription.endpoint]);
  await cleanUp(new Date(Date.now() + (PUSH_RETENTION_DAYS + 1) * 86_400_000));
  expect(await subscribed()).toEqual([]);
});

test('PUSH-2 a browser belongs to the account that subscribed last, and an account has few browsers', async () => {
  const [one, other] = [await tokenOf(demoAccount(7)), await tokenOf(demoAccount(8))];
  const browser = newBrowser(service.origin);
  await subscribe(one, browser);
  await subscribe(other, browser);
  expect(await queryDatabase(backend, 'select address from push_subscriptions')).toEqual([
    { address: demoAccount(8).address },
  ]);
  for (let count = 0; count < SUBSCRIPTIONS_PER_ACCOUNT; count += 1)
    await subscribe(other, newBrowser(service.origin));
  const endpoints = await subscribed();
  expect(endpoints).toHaveLength(SUBSCRIPTIONS_PER_ACCOUNT);
  expect(endpoints).not.toContain(browser.subscription.endpoint);
});
