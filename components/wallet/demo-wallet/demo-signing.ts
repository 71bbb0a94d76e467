import {
  createWalletClient,
  http,
  InvalidParamsRpcError,
  isAddressEqual,
  type PrivateKeyAccount,
  stringify,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from 'viem';
import { estimateGas } from 'viem/actions';
import { parseMessage } from '@/lib/wallet/signing/message';
import { parseTransaction } from '@/lib/wallet/signing/parse-transaction';
import { definitionOf, parseTypedData, type TypedDataRequest } from '@/lib/wallet/signing/parse-typed-data';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { TypedDataError } from '@/lib/wallet/signing/typed-data-types';
import { plainAddress } from '@/lib/wallet/signing/typed-data-values';
import { requestConfirmation } from './demo-request';

/** Signer and chain at the time of the request, so that later changes do not affect it. */
export type DemoSigner = { signer: PrivateKeyAccount; chainId: number; rpcUrl: string | undefined };

export type Method = (params: readonly unknown[]) => Promise<unknown>;

const invalid = (reason: string) => new InvalidParamsRpcError(new Error(reason));
const unauthorized = (reason: string) => new UnauthorizedProviderError(new Error(reason));

async function confirm(request: SignatureRequest): Promise<void> {
  if ((await requestConfirmation(request)) === null)
    throw new UserRejectedRequestError(new Error('rejected'));
}

/** @throws InvalidParamsRpcError (-32602), UnauthorizedProviderError (4100) */
function checkSigner(asked: unknown, { address }: PrivateKeyAccount): void {
  const account = plainAddress(asked);
  if (account === null) throw invalid('the account must be an address');
  if (!isAddressEqual(account, address)) throw unauthorized('the wallet shows another account');
}

function readTyped(data: unknown, chainId: number): TypedDataRequest {
  try {
    return parseTypedData(data, chainId);
  } catch (error) {
    throw error instanceof TypedDataError ? invalid(`typed data: ${error.message}`) : error;
  }
}

/**
 * Returns the signing methods. Each one validates its parameters and asks the user to confirm.
 * @throws only errors defined by EIP-1193 and EIP-1474.
 */
export function signingMethods(getSigner: () => DemoSigner): Record<string, Method> {
  return {
    async personal_sign([data, asked]) {
      const { signer, chainId } = getSigner();
      checkSigner(asked, signer);
      const message = parseMessage(data);
      if (!message) throw invalid('the message must be a string or bytes of at most 32 KiB');
      const { address: account } = signer;
      await confirm({ kind: 'message', account, chainId, message, raw: message.raw });
      return signer.signMessage({ message: { raw: message.raw } });
    },
    async eth_signTypedData_v4([asked, data]) {
      const { signer, chainId } = getSigner();
      checkSigner(asked, signer);
      const typedData = readTyped(data, chainId);
      const definition = definitionOf(typedData);
      const { address: account } = signer;
      await confirm({ kind: 'typedData', account, chainId, typedData, raw: stringify(definition, null, 2) });
      return signer.signTypedData(definition);
    },
    async eth_sendTransaction([asked]) {
      const { signer, chainId, rpcUrl } = getSigner();
      const read = parseTransaction(asked, { account: signer.address, chainId });
      if ('problem' in read) {
        if (read.problem === 'from') throw unauthorized('the wallet shows another account');
        throw invalid(`transaction: ${read.problem}`);
      }
      const { transaction } = read;
      const { to, value, data, nonce, gas, fees } = transaction;
      const raw = stringify({ from: signer.address, ...transaction }, null, 2);
      await confirm({ kind: 'transaction', account: signer.address, chainId, transaction, raw });
      const client = createWalletClient({ account: signer, transport: http(rpcUrl) });
      const call = { to: to ?? undefined, value, data, ...(nonce === undefined ? {} : { nonce }) };
      // Like other wallets, add a margin, because a contract may use more gas than estimated.
      const estimated = async () => ((await estimateGas(client, call)) * 3n) / 2n;
      return client.sendTransaction({ ...call, chain: null, gas: gas ?? (await estimated()), ...fees });
    },
  };
}
