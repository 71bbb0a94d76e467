import type { LocalAccount } from 'viem';
import { createSiweMessage, type SiweMessage } from 'viem/siwe';
import { POST as generateNonce } from '@/app/api/user/generateNonce/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { loginResult, nonceResult } from '@/lib/api/schemas/user';
import { callRoute } from './api-call';

/** Requests a nonce, and returns the fields of the message to sign. */
export async function askNonce(address: `0x${string}`, chainId = 31337): Promise<SiweMessage> {
  const { data } = await callRoute(generateNonce, { body: { address, chainId } });
  const { issuedAt, expirationTime, ...rest } = nonceResult.parse(data);
  return {
    ...rest,
    address,
    chainId,
    version: '1',
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expirationTime),
  };
}

/** Requests a nonce, changes the message with `change`, and signs it. */
export async function signedMessage(
  account: LocalAccount,
  change: Partial<SiweMessage> = {},
): Promise<{ message: string; signature: `0x${string}` }> {
  const message = createSiweMessage({ ...(await askNonce(account.address)), ...change });
  return { message, signature: await account.signMessage({ message }) };
}

/** Signs in with an account and returns its new session token. */
export async function tokenOf(account: LocalAccount): Promise<string> {
  const { data } = await callRoute(signIn, { body: await signedMessage(account) });
  return loginResult.parse(data).token;
}
