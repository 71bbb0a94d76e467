import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { childEnv } from '@/lib/settings/process-env';
import type { IceServers } from '@/lib/wallet/calls/call-mesh';
import type { CallWorld } from '../support/call-browsers';
import { type Caller, CONVERSATION, startCallers } from '../support/call-browsers';
import { AUDIBLE_DB, TOLERANCE_HZ } from '../support/call-tones';
import { findTurnServer, startTurnServer } from '../support/turn-server';

const SECRET = 'a shared secret of the relay tests';
const TTL_SECONDS = 3_600;
const direct: IceServers = { iceServers: [], ttl: TTL_SECONDS };

/** Returns ICE servers with credentials made by the test, which makes it independent of the site. */
function turnServers(url: string): IceServers {
  const username = `${Math.floor(Date.now() / 1_000) + TTL_SECONDS}:relay`;
  const credential = createHmac('sha1', SECRET).update(username).digest('base64');
  return { iceServers: [{ urls: [url], username, credential }], ttl: TTL_SECONDS };
}

const phaseOf = ({ page }: Caller) => page.evaluate(() => window.callPage.view().state.phase);
const reasonOf = ({ page }: Caller) =>
  page.evaluate(() => {
    const { state } = window.callPage.view();
    return state.phase === 'ended' ? state.reason : state.phase;
  });
const tonesOf = ({ page }: Caller) => page.evaluate(() => window.callPage.tones());

function pair({ callers }: CallWorld): [Caller, Caller] {
  const [first, second] = callers;
  if (!first || !second) throw new Error('a call needs two browsers');
  return [first, second];
}

/** Calls the others from the first browser and accepts in each. */
async function callAll({ callers: [caller, ...others] }: CallWorld): Promise<void> {
  if (!caller) throw new Error('no caller');
  await caller.page.evaluate(([conversation, accounts]) => window.callPage.start(conversation, accounts), [
    CONVERSATION,
    others.map(({ self }) => self.account),
  ] as const);
  for (const other of others) {
    await expect.poll(() => phaseOf(other)).toBe('ringingIn');
    await other.page.evaluate(() => window.callPage.accept());
  }
}

/** Asserts that a browser receives exactly the tones of the others. */
async function expectToHear(listener: Caller, speakers: readonly Caller[]): Promise<void> {
  const heard = (await tonesOf(listener)).sort((one, other) => one.hz - other.hz);
  const expected = speakers.map(({ hz }) => hz).sort((one, other) => one - other);
  expect(heard).toHaveLength(expected.length);
  for (const [index, hz] of expected.entries()) {
    expect(Math.abs((heard[index]?.hz ?? 0) - hz)).toBeLessThan(TOLERANCE_HZ);
    expect(heard[index]?.db).toBeGreaterThan(AUDIBLE_DB);
  }
}

const without = (callers: readonly Caller[], left: Caller) => callers.filter((caller) => caller !== left);

let world: CallWorld | undefined;
test.afterEach(async () => {
  await world?.close();
  world = undefined;
});

test('CALL-1 CALL-2 two browsers hear each other over a connection that uses the keys from the signals', async () => {
  const started = await startCallers([440, 1_000], { iceServers: direct, isRelayed: false });
  world = started;
  const [alice, bob] = pair(started);
  await callAll(started);
  for (const caller of [alice, bob]) await expect.poll(() => phaseOf(caller)).toBe('connected');
  await expectToHear(alice, [bob]);
  await expectToHear(bob, [alice]);

  for (const [own, other] of [
    [alice, bob],
    [bob, alice],
  ] as const) {
    const sent = started.signals.flatMap(({ from, signal }) =>
      from === other.self && (signal.type === 'offer' || signal.type === 'answer') ? [signal.sdp] : [],
    );
    const [fingerprint] = await own.page.evaluate(() => window.callPage.fingerprints());
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain(`a=fingerprint:sha-256 ${fingerprint}`);
  }

  await bob.page.evaluate(() => window.callPage.setMuted(true));
  await expect.poll(async () => (await tonesOf(alice))[0]?.db).toBeLessThan(AUDIBLE_DB);
  await bob.page.evaluate(() => window.callPage.setMuted(false));
  // An ICE restart keeps the DTLS connection and its keys.
  const offers = () => started.signals.filter(({ signal }) => signal.type === 'offer').length;
  const before = offers();
  await bob.page.evaluate(() => window.callPage.restart());
  await expect.poll(offers).toBeGreaterThan(before);
  await expectToHear(alice, [bob]);

  await alice.page.evaluate(() => window.callPage.hangUp());
  for (const caller of [alice, bob]) await expect.poll(() => reasonOf(caller)).toBe('hungUp');
});

// npm can't install coturn, but .ci/run does.
if (findTurnServer() || childEnv({}).CI) {
  test('CALL-4 the operator’s TURN server refuses to relay to addresses of its own machine', async () => {
    const turn = await startTurnServer(SECRET, true);
    try {
      const started = await startCallers([440, 1_000], {
        iceServers: turnServers(turn.url),
        isRelayed: true,
      });
      world = started;
      const [alice] = pair(started);
      await callAll(started);
      await expect.poll(turn.log).toMatch(/CREATE_PERMISSION processed, error 403/);
      expect(await phaseOf(alice)).toBe('connecting');
    } finally {
      await turn.stop();
    }
  });

  test('CALL-4 a call through the TURN server reveals no address of the devices', async () => {
    const turn = await startTurnServer(SECRET);
    try {
      const started = await startCallers([440, 1_000], {
        iceServers: turnServers(turn.url),
        isRelayed: true,
      });
      world = started;
      const [alice, bob] = pair(started);
      await callAll(started);
      for (const caller of [alice, bob]) {
        await expect.poll(() => phaseOf(caller)).toBe('connected');
        expect(await caller.page.evaluate(() => window.callPage.candidateTypes())).toEqual([
          ['relay', 'relay'],
        ]);
      }
      await expectToHear(alice, [bob]);
      await expectToHear(bob, [alice]);
      const candidates = started.signals.flatMap(({ signal }) =>
        signal.type === 'candidates' ? signal.candidates.map(({ candidate }) => candidate) : [],
      );
      expect(candidates.filter((text) => text !== '' && !text.includes(' typ relay '))).toEqual([]);
      expect(candidates.length).toBeGreaterThan(0);
    } finally {
      await turn.stop();
    }
  });
}

test('CALL-3 three browsers form a mesh that continues when one leaves', async () => {
  const started = await startCallers([440, 1_000, 1_800], { iceServers: direct, isRelayed: false });
  world = started;
  const { callers } = started;
  await callAll(started);
  for (const caller of callers)
    await expect
      .poll(() =>
        caller.page.evaluate(() => {
          const { state } = window.callPage.view();
          return state.phase === 'connected' && state.call.legs.every((leg) => leg.state === 'connected')
            ? state.call.legs.length
            : 0;
        }),
      )
      .toBe(2);
  await Promise.all(callers.map((caller) => expectToHear(caller, without(callers, caller))));
  const [first, ...rest] = callers;
  await first?.page.evaluate(() => window.callPage.hangUp());
  for (const caller of rest) {
    await expect
      .poll(() => caller.page.evaluate(() => window.callPage.view().state))
      .toMatchObject({
        phase: 'connected',
        call: { legs: [{ state: 'connected' }] },
      });
  }
  await Promise.all(rest.map((caller) => expectToHear(caller, without(rest, caller))));
});
