import type { APIRequestContext } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';

/** A new user, logged in past the pages. */
export async function newUser(request: APIRequestContext, chainId = 31337) {
  const account = privateKeyToAccount(generatePrivateKey());
  const post = async (path: string, form: Record<string, string | number>, token = '') => {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    return (await (await request.post(`/api${path}`, { form, headers })).json()).data;
  };
  const nonce = await post('/user/generateNonce', { address: account.address, chainId });
  const message = createSiweMessage({
    ...nonce,
    address: account.address,
    chainId,
    version: '1',
    issuedAt: new Date(nonce.issuedAt),
    expirationTime: new Date(nonce.expirationTime),
  });
  const signature = await account.signMessage({ message });
  const { token, user } = await post('/user/login', { message, signature });
  return {
    address: account.address,
    inviteCode: String(user.inviteCode),
    addInviter: (code: string) => post('/user/inviter', { code }, token),
  };
}
