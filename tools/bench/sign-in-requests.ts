import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import autocannon, { type Options, type Request, type Result } from 'autocannon';
import {
  bytesToHex,
  concatHex,
  type Hex,
  hashMessage,
  hexToBytes,
  keccak256,
  numberToHex,
  toHex,
} from 'viem';
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { z } from 'zod';
import { loginResult, nonceResult } from '@/lib/api/schemas/user';
import { signInMessage } from '@/lib/session/sign-in-message';

const USERS = 100;
const answer = z.object({ data: nonceResult });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const body = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Signs with libauth, because signing with viem would take longer than the sign-ins under test. */
const curve = await instantiateSecp256k1();

/** Signs an EIP-191 message. */
function sign(message: string, privateKey: Hex): Hex {
  const signed = curve.signMessageHashRecoverableCompact(
    hexToBytes(privateKey),
    hexToBytes(hashMessage(message)),
  );
  if (typeof signed === 'string') throw new Error(signed);
  return concatHex([bytesToHex(signed.signature), numberToHex(27 + signed.recoveryId)]);
}

const users = Array.from({ length: USERS }, (_, index) => {
  const privateKey = keccak256(toHex(`user ${index} of the bench`));
  return { privateKey, address: privateKeyToAddress(privateKey) };
});

/** Returns a function that recovers the public key of a signed hash. */
export function recoverable() {
  const [{ privateKey }] = users as [(typeof users)[number]];
  const hash = hexToBytes(hashMessage('a message'));
  const signed = curve.signMessageHashRecoverableCompact(hexToBytes(privateKey), hash);
  if (typeof signed === 'string') throw new Error(signed);
  return () => curve.recoverPublicKeyUncompressed(signed.signature, signed.recoveryId, hash);
}

/** Returns the two requests for a sign-in. Each repetition signs in the next test user. */
export function signInRequests(origin: string, chainId: number): Request[] {
  let next = 0;
  const states = new WeakMap<object, { user: (typeof users)[number]; signed: string }>();
  return [
    {
      method: 'POST',
      path: '/api/user/generateNonce',
      headers: { ...form, origin },
      setupRequest: (request, context) => {
        const user = users[next++ % USERS] as (typeof users)[number];
        states.set(context, { user, signed: '' });
        return { ...request, body: body({ address: user.address, chainId: String(chainId) }) };
      },
      onResponse: (_, text, context) => {
        const state = states.get(context);
        if (!state) throw new Error('an answer to nobody');
        const nonce = answer.parse(JSON.parse(text)).data;
        const message = signInMessage(nonce, { address: state.user.address, chainId });
        state.signed = body({ message, signature: sign(message, state.user.privateKey) });
      },
    },
    {
      method: 'POST',
      path: '/api/user/login',
      headers: { ...form, origin },
      setupRequest: (request, context) => ({ ...request, body: states.get(context)?.signed ?? '' }),
    },
  ];
}

/** Returns the account of the first test user, which `signIn` signs in. */
export function userAccount() {
  const [{ privateKey }] = users as [(typeof users)[number]];
  return privateKeyToAccount(privateKey);
}

/** Signs in the first test user. Returns the session's token. @throws if the sign-in fails. */
export async function signIn(origin: string, chainId: number): Promise<string> {
  const [{ address, privateKey }] = users as [(typeof users)[number]];
  const post = async (call: string, fields: Record<string, string>): Promise<unknown> => {
    const headers = { ...form, origin };
    return (
      await fetch(`${origin}/api/user/${call}`, { method: 'POST', headers, body: body(fields) })
    ).json();
  };
  const nonce = answer.parse(await post('generateNonce', { address, chainId: String(chainId) })).data;
  const message = signInMessage(nonce, { address, chainId });
  const signed = await post('login', { message, signature: sign(message, privateKey) });
  return z.object({ data: loginResult }).parse(signed).data.token;
}

/** Throughput in requests per second, and latency percentiles in ms. */
export type Load = { rate: number; p50: number; p99: number };

/**
 * Waits until the server has finished the previous measurement's requests: autocannon closes its connections while some
 * are still open, and the server would process them during the next measurement.
 */
async function settle(url: string): Promise<void> {
  for (let answers = 0; answers < 3; answers += 1) await (await fetch(url)).arrayBuffer();
}

/** Sends requests in parallel for `seconds` seconds. @throws if a request fails, or its status isn't 2xx or 304. */
export async function measure(options: Options & { connections: number }, seconds: number): Promise<Load> {
  await settle(options.url);
  const result: Result = await autocannon({
    ...options,
    ...(seconds > 0 ? { duration: seconds } : {}),
    timeout: 30,
  });
  const refusals = result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0);
  if (result.errors > 0 || refusals > 0)
    throw new Error(`${options.url}: ${result.errors} errors, ${refusals} refusals`);
  const { average } = result.requests;
  return { rate: average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Sends enough requests to warm up the server's JIT. @throws if a request fails or its status isn't 2xx or 304. */
export const warmUp = (options: Options): Promise<Load> =>
  measure({ ...options, connections: 16, amount: 4_000 }, 0);

/** Returns how many calls complete per second, with `atOnce` calls running in parallel. */
export async function callRate(
  atOnce: number,
  seconds: number,
  call: () => Promise<unknown>,
): Promise<number> {
  let calls = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await call();
        calls += 1;
      }
    }),
  );
  return (calls * 1_000) / (performance.now() - startedAt);
}
