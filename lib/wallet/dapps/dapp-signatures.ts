import { type Hex, hashMessage, hashTypedData, stringify } from 'viem';
import { signMessage, signTypedData } from 'viem/actions';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { parseMessage } from '@/lib/wallet/signing/message';
import { definitionOf, type TypedDataRequest } from '@/lib/wallet/signing/parse-typed-data';
import { prepareWallet } from '@/lib/wallet/transactions/ask-wallet';
import { checkSession, type DappSession, runConfirmed } from './dapp-transactions';
import { DappError, errorCode } from './protocol';
import type { Turn } from './reviews';

export type Signed = { messageHash: Hex; signature: Hex };

/** Signs text or hexadecimal bytes (EIP-191) after a review. @throws DappError with the reason for the DApp. */
export async function signText(session: DappSession, data: unknown, turn: Turn): Promise<Signed> {
  const message = parseMessage(data);
  if (!message)
    throw new DappError('The message must be text or bytes of at most 32 KiB', {
      code: errorCode.invalidParams,
    });
  checkSession(session);
  const { config, account, chain } = session;
  const { raw } = message;
  const signal = await turn.review({ kind: 'message', account, chainId: chain.id, message, raw });
  const sign = async () => {
    const wallet = await prepareWallet(config, { account }, signal);
    return signMessage(wallet, { message: { raw } });
  };
  const signature = await runConfirmed(session, sign, signal);
  return { messageHash: hashMessage({ raw }), signature };
}

/** Signs typed data (EIP-712) after a review. @throws DappError with the reason for the DApp. */
export async function signData(
  session: DappSession,
  typedData: TypedDataRequest,
  turn: Turn,
): Promise<Signed> {
  const { config, account, chain } = session;
  const definition = definitionOf(typedData);
  checkSession(session);
  const raw = stringify(definition, null, 2);
  const signal = await turn.review({ kind: 'typedData', account, chainId: chain.id, typedData, raw });
  const sign = async () => {
    // Wallets reject typed data for a chain other than the current one.
    await switchWalletChain(config, chain.id, signal);
    const wallet = await prepareWallet(config, { chainId: chain.id, account }, signal);
    return signTypedData(wallet, definition);
  };
  const signature = await runConfirmed(session, sign, signal);
  return { messageHash: hashTypedData(definition), signature };
}
