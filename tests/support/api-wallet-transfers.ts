import {
  type Address,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  type LocalAccount,
  parseAbiParameters,
  toHex,
} from 'viem';
import { POST as send } from '@/app/api/transfer/send/route';
import { transferJob } from '@/lib/api/schemas/transfer';
import type { TransferJob, TransferRequest } from '@/lib/api/types';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { readTokenDomain } from '@/lib/evm/token-domain';
import { type WalletTransfer, walletTransferDigest, walletTransferMessage } from '@/lib/evm/wallet-transfer';
import { compileFiles } from '@/scripts/contracts/compiler';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { callRoute } from './api-call';
import { queryDatabase, type TestChain } from './plain-chains';

export type SignedWalletTransfer = WalletTransfer & { token: Address; signature: Hex; id: Hex };

/** Signs a transfer of a token between wallets, by default of the chain's test dollars and valid for 20 minutes. */
export async function signWalletTransfer(
  chain: TestChain,
  signer: LocalAccount,
  {
    token = chain.token,
    ...transfer
  }: Partial<WalletTransfer> & Pick<WalletTransfer, 'to' | 'value'> & { token?: Address },
): Promise<SignedWalletTransfer> {
  const domain = await readTokenDomain(chain.client, chain.id, token);
  if (!domain) throw new Error(`${token} has no domain`);
  const { timestamp } = await chain.client.getBlock();
  const now = BigInt(Math.floor(Date.now() / 1_000));
  const message: WalletTransfer = {
    from: signer.address,
    validAfter: 0n,
    validBefore: (timestamp > now ? timestamp : now) + 1_200n,
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    ...transfer,
  };
  return {
    ...message,
    token,
    id: walletTransferDigest(domain, message),
    signature: await signer.signTypedData(walletTransferMessage(domain, message)),
  };
}

/** Sends a signed transfer to the API, and returns the envelope. */
export const sendWalletTransfer = (
  { id: chainId }: TestChain,
  session: string,
  { token, to, value, nonce, validBefore, signature }: SignedWalletTransfer,
) => {
  const transfer = { chainId, route: 'wallet', token, to, nonce, signature } as const;
  const body: TransferRequest = { ...transfer, amountRaw: String(value), deadline: Number(validBefore) };
  return callRoute(send, { token: session, json: true, body });
};

/** Sends a signed transfer to the API, which must accept it, and returns its job. */
export async function queueWalletTransfer(
  chain: TestChain,
  session: string,
  signed: SignedWalletTransfer,
): Promise<TransferJob> {
  const { code, data, msg } = await sendWalletTransfer(chain, session, signed);
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`);
  return transferJob.parse(data);
}

export const walletBalanceOf = ({ client }: TestChain, token: Address, account: Address): Promise<bigint> =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] });

/** Returns the nonces that an owner's executed transfers have used, as many times as they are on the chain. */
export async function usedNonces({ client }: TestChain, token: Address, authorizer: Address): Promise<Hex[]> {
  const logs = await client.getContractEvents({
    address: token,
    abi: erc20AuthorizationAbi,
    eventName: 'AuthorizationUsed',
    args: { authorizer },
    fromBlock: 0n,
    strict: true,
  });
  return logs.map(({ args }) => args.nonce);
}

const SOURCE = 'contracts/test/support/AuthorizationTokens.sol';

/** Deploys awkward tokens with signed transfers, whose supply belongs to demo account 1, and lists each as a coin. */
export async function listTokens<Name extends string>(
  chain: TestChain,
  backend: { databaseUrl: string },
  coins: Readonly<Record<Name, number>>,
): Promise<Record<Name, Address>> {
  const contracts = compileFiles([SOURCE])[SOURCE] ?? {};
  const addresses: Partial<Record<Name, Address>> = {};
  for (const name of Object.keys(coins) as Name[]) {
    const code: Hex = `0x${contracts[name]?.evm.bytecode.object ?? ''}`;
    const owner = encodeAbiParameters(parseAbiParameters('address, uint256'), [
      demoAccount(1).address,
      10n ** 12n,
    ]);
    const address = await deployOnce(chain.client, code, owner);
    await queryDatabase(
      backend,
      "insert into coins (id, symbol, name, icon, sort, enabled) values ($1, $2, $2, '/coins/usdt.svg', $1, true)",
      [coins[name], name],
    );
    await queryDatabase(
      backend,
      'insert into coin_tokens (coin_id, chain_id, address, decimals) values ($1, $2, $3, 6)',
      [coins[name], chain.id, address],
    );
    addresses[name] = address;
  }
  return addresses as Record<Name, Address>;
}
