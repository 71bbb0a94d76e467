import 'server-only';
import type { z } from 'zod';
import type { loginInput, loginResult } from '@/lib/api/schemas/user';
import { findChain } from '@/lib/server/chain/node';
import { ApiError, reasonOf } from '../http/api-error';
import { log } from '../log';
import { countSignIn } from '../metrics/count';
import { consumeNonce, type Nonce } from './nonce';
import { closeSession, openSession } from './session';
import { type Proof, verifySignature } from './signature';
import { siteOrigin } from './site-origin';
import { checkSiweMessage, parseSiweMessage } from './siwe-message';
import { signInUser } from './users';

type SignInCall = { input: z.output<typeof loginInput>; request: Request };

/**
 * Signs in the account that signed an EIP-4361 message. The nonce is consumed before the message and its signature are
 * verified, so that each message can be tried only once. Ends the session whose token the request carries, if any,
 * because the new one replaces it.
 * @throws ApiError 400 for an invalid message, nonce, or signature, or for a contract account on another chain; 403 for
 * a request from another site; 503 if the node is unreachable.
 */
export const signIn = (
  input: z.output<typeof loginInput>,
  request: Request,
): Promise<z.input<typeof loginResult>> => countSignIn(() => verifyAndSignIn({ input, request }));

async function verifyAndSignIn({
  input: { message, signature },
  request,
}: SignInCall): Promise<z.input<typeof loginResult>> {
  const { uri } = siteOrigin(request);
  const parsed = parseSiweMessage(message);
  const nonce = await consumeNonce(parsed.nonce);
  const { address: account, chainId } = nonce;
  try {
    checkSiweMessage(parsed, nonce, Date.now());
    if (nonce.uri !== uri) throw new ApiError(400, 'signInMessage', { reason: 'message', field: 'uri' });
    const proof = await proofOf(nonce, { message, signature });
    const user = await signInUser(account, proof === 'contract' ? chainId : null);
    const opened = await openSession(account);
    await closeSession(request);
    log.info({ account, chainId, proof }, 'signed in');
    return { ...opened, user };
  } catch (error) {
    // The handler logs the refusal, too, but not the account, which only the nonce reveals.
    log.warn({ account, chainId, reason: reasonOf(error) }, 'a sign-in was refused');
    throw error;
  }
}

/** Returns how the nonce's account signed the message. @throws ApiError 400 if it didn't, or 503 without a node. */
async function proofOf(
  { address, chainId }: Nonce,
  signed: Pick<SignInCall['input'], 'message' | 'signature'>,
): Promise<Proof> {
  const proof = await verifySignature(await findChain(chainId), { address, ...signed });
  if (!proof) throw new ApiError(400, 'signInSignature', { reason: 'signature' });
  return proof;
}
