import fc from 'fast-check';
import { GET as info } from '@/app/api/user/info/route';
import { POST as postSignIn } from '@/app/api/user/login/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { loginResult } from '@/lib/api/schemas/user';
import { NONCE_DURATION_MS } from '@/lib/server/auth/nonce';
import { SESSION_DURATION_MS } from '@/lib/server/auth/session';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { signedMessage } from '../../support/api-sign-in';
import '../../support/fuzz-seed';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend();
  // Only the clock is fake. It stands still, except when a step moves it.
  jest.useFakeTimers({
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
});
afterAll(() => {
  jest.useRealTimers();
  return backend.stop();
});

const START = Date.now();

const accounts = [demoAccount(1), demoAccount(2)] as const;
/** Account number of a message, and the time on the server's clock (ms) when its nonce or its session was issued. */
type Issued = { who: 0 | 1; at: number };
type SignedMessage = Issued & { isUsed: boolean };
type OpenSession = Issued & { isRevoked: boolean };

/** What the API should remember, in the order in which it was issued. */
type Model = { messages: SignedMessage[]; sessions: OpenSession[] };
type Real = { bodies: Awaited<ReturnType<typeof signedMessage>>[]; tokens: string[] };
type Step = fc.AsyncCommand<Model, Real>;

const isExpired = ({ at }: Issued, duration: number) => Date.now() >= at + duration;

const step = (name: string, isPossible: (model: Model) => boolean, run: Step['run']): Step => ({
  check: isPossible,
  run,
  toString: () => name,
});

const pick = <T>(list: readonly T[], index: number) => {
  const at = index % list.length;
  return [at, list[at] as T] as const;
};

const sign = (who: 0 | 1): Step =>
  step(
    `sign(${who})`,
    () => true,
    async (model, real) => {
      real.bodies.push(await signedMessage(accounts[who]));
      model.messages.push({ who, at: Date.now(), isUsed: false });
    },
  );

const signIn = (index: number, isForged: boolean): Step =>
  step(
    `signIn(${index}, ${isForged})`,
    ({ messages }) => messages.length > 0,
    async (model, real) => {
      const [at, message] = pick(model.messages, index);
      const [, body] = pick(real.bodies, index);
      const signer = accounts[isForged === (message.who === 0) ? 1 : 0];
      const signature = await signer.signMessage({ message: body.message });
      const answer = await callRoute(postSignIn, { body: { message: body.message, signature } });
      if (message.isUsed || isExpired(message, NONCE_DURATION_MS)) {
        expect(answer).toMatchObject({ code: 400, data: { reason: 'nonce' } });
      } else if (isForged) expect(answer).toMatchObject({ code: 400, data: { reason: 'signature' } });
      else {
        const { token, user } = loginResult.parse(answer.data);
        expect(user.address).toBe(accounts[message.who].address);
        expect(real.tokens).not.toContain(token);
        real.tokens.push(token);
        model.sessions.push({ who: message.who, at: Date.now(), isRevoked: false });
      }
      // An attempt uses up the nonce, whatever its outcome.
      model.messages[at] = { ...message, isUsed: true };
    },
  );

const read = (index: number): Step =>
  step(
    `read(${index})`,
    ({ sessions }) => sessions.length > 0,
    async (model, real) => {
      const [, session] = pick(model.sessions, index);
      const [, token] = pick(real.tokens, index);
      const answer = await callRoute(info, { token });
      // Revocation is reported even after the session would have expired.
      if (session.isRevoked) expect(answer.code).toBe(1007);
      else if (isExpired(session, SESSION_DURATION_MS)) expect(answer.code).toBe(401);
      else expect(answer).toMatchObject({ code: 200, data: { address: accounts[session.who].address } });
    },
  );

const logOut = (index: number): Step =>
  step(
    `logOut(${index})`,
    ({ sessions }) => sessions.length > 0,
    async (model, real) => {
      const [at, session] = pick(model.sessions, index);
      const [, token] = pick(real.tokens, index);
      expect(await callRoute(logout, { body: {}, token })).toMatchObject({ code: 200 });
      model.sessions[at] = { ...session, isRevoked: true };
    },
  );

const wait = (ms: number): Step =>
  step(
    `wait(${ms})`,
    // The clean-up deletes sessions a day after they end, and would then report them as unknown.
    () => Date.now() < START + 20 * 3_600_000,
    async () => {
      jest.setSystemTime(Date.now() + ms);
    },
  );

const steps = [
  fc.constantFrom(0 as const, 1 as const).map(sign),
  fc.tuple(fc.nat(9), fc.boolean()).map(([index, isForged]) => signIn(index, isForged)),
  fc.nat(9).map((index) => signIn(index, false)),
  fc.nat(9).map(read),
  fc.nat(9).map(logOut),
  fc
    .constantFrom(
      60_000,
      NONCE_DURATION_MS - 1,
      NONCE_DURATION_MS,
      SESSION_DURATION_MS - 1,
      SESSION_DURATION_MS,
    )
    .map(wait),
];

test('AUTH-1 AUTH-2 AUTH-3 nonces and sessions follow their model in any order of sign-ins, replays, forgeries, sign-outs, and pauses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: '+1' }), async (commands) => {
      jest.setSystemTime(START);
      await fc.asyncModelRun(
        () => ({ model: { messages: [], sessions: [] }, real: { bodies: [], tokens: [] } }),
        commands,
      );
    }),
    { numRuns: 150 },
  );
}, 120_000);
