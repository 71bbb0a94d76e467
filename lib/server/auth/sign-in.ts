import 'server-only';
import type { z } from 'zod';
import type { loginInput, loginResult } from '@/lib/api/schemas/user';
import { ApiError, reasonOf } from '../http/api-error';
import type { CountByQuery } from '../limits/admit';
import { log } from '../log';
import { countSignIn } from '../metrics/count';
import { deviceName } from './device-name';
import { type ConsumedNonce, consumeNonce } from './nonce';
import { recordSignIn } from './record-sign-in';
import { bearerHash } from './session';
import { isSignedByContract, isSignedByKey } from './signature';
import { siteOrigin } from './site-origin';
import { checkSiweMessage, parseSiweMessage } from './siwe-message';

/**
 * How a signature was validated: by a key, which has the same owner on every chain, or by a contract, whose owner may
 * differ between chains.
 */
type Proof = 'key' | 'contract';

type SignInCall = { input: z.output<typeof loginInput>; request: Request; countBy: CountByQuery };

/**
 * Signs in the account that signed an EIP-4361 message. The nonce is consumed before the message and its signature are
 * verified, so that each message can be tried only once. Ends the session whose token the request carries, if any,
 * because the new one replaces it. Takes two statements: `countBy` counts the call and consumes the nonce in one.
 * @throws ApiError 400 for an invalid message, nonce, or signature, or for a contract account on another chain
 * or one that isn't configured; 403 for
 * a request from another site; 429; 503 if the call can't be counted or the node is needed but unreachable.
 */
export const signIn = (call: SignInCall): Promise<z.input<typeof loginResult>> =>
  countSignIn(() => verifyAndSignIn(call));

async function verifyAndSignIn({
  input: { message, signature },
  request,
  countBy,
}: SignInCall): Promise<z.input<typeof loginResult>> {
  const { uri } = siteOrigin(request);
  const parsed = parseSiweMessage(message);
  const nonce = await consumeNonce(parsed.nonce, countBy);
  const { address: account, chainId } = nonce;
  try {
    checkSiweMessage(parsed, nonce, Date.now());
    if (nonce.uri !== uri) throw new ApiError(400, 'signInMessage', { reason: 'message', field: 'uri' });
    const proof = await proofOf(nonce, { message, signature });
    const contractChainId = proof === 'contract' ? chainId : null;
    const result = await recordSignIn({
      address: account,
      contractChainId,
      replacedHash: bearerHash(request),
      device: deviceName(request.headers.get('user-agent') ?? ''),
    });
    log.info({ account, chainId, proof }, 'signed in');
    return result;
  } catch (error) {
    // The handler logs the refusal, too, but not the account, which only the nonce reveals.
    log.warn({ account, chainId, reason: reasonOf(error) }, 'a sign-in was refused');
    throw error;
  }
}

/**
 * Returns how the nonce's account signed the message. @throws ApiError 400 if it didn't, or if only a contract on a chain that
 * isn't configured could prove it; 503 without a node.
 */
async function proofOf(
  { address, chainId: id, serverRpcUrl }: ConsumedNonce,
  signed: Pick<SignInCall['input'], 'message' | 'signature'>,
): Promise<Proof> {
  if (await isSignedByKey({ address, ...signed })) return 'key';
  if (serverRpcUrl === null) throw new ApiError(400, 'signInUnlistedChain', { reason: 'chain' });
  const isValid = await isSignedByContract({ id, serverRpcUrl }, { address, ...signed });
  if (!isValid) throw new ApiError(400, 'signInSignature', { reason: 'signature' });
  return 'contract';
}
