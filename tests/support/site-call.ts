import type { LocalAccount } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { z } from 'zod';
import { loginResult, nonceResult } from '@/lib/api/schemas/user';
import { E2E_ORIGIN } from './e2e-site';

const envelope = z.strictObject({ code: z.number(), msg: z.string(), data: z.unknown() });

type SiteCall = { body?: Record<string, string>; token?: string };

/** Calls an instance's API over HTTP, as a page of the site would. Throws where no whole answer comes. */
export async function callSite(origin: string, path: string, { body, token }: SiteCall = {}) {
  const response = await fetch(`${origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Origin: E2E_ORIGIN, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: new URLSearchParams(body) } : {}),
    signal: AbortSignal.timeout(20_000),
  });
  return envelope.parse(await response.json());
}

export type SignedLogin = { message: string; signature: string };

/** Asks an instance for a nonce and signs the message. Throws where it gives none. */
export async function signOn(origin: string, account: LocalAccount): Promise<SignedLogin> {
  const chainId = 31337;
  const { data } = await callSite(origin, '/user/generateNonce', {
    body: { address: account.address, chainId: String(chainId) },
  });
  const { issuedAt, expirationTime, ...fields } = nonceResult.parse(data);
  const message = createSiweMessage({
    ...fields,
    address: account.address,
    chainId,
    version: '1',
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expirationTime),
  });
  return { message, signature: await account.signMessage({ message }) };
}

export const loginOn = (origin: string, login: SignedLogin) =>
  callSite(origin, '/user/login', { body: login });

/** A fresh token. Throws where the login fails. */
export async function tokenOn(origin: string, account: LocalAccount): Promise<string> {
  const { data } = await loginOn(origin, await signOn(origin, account));
  return loginResult.parse(data).token;
}

export const verifyOn = (origin: string, txHash: string, token: string) =>
  callSite(origin, '/deposit/verifyTx', { body: { chainId: '31337', txHash }, token });
