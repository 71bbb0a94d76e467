import { type Address, erc20Abi, parseAbi, parseAbiItem, parseUnits } from 'viem';
import { type AnvilClient, demoAccount } from './anvil-client';
import { mined } from './create2';
import type { LocalContracts } from './platform-contracts';

/** Account numbers that the demo wallet offers. Account 0 is the deployer, so it isn't offered. */
export const demoNumbers = [1, 2, 3, 4, 5] as const;
export type DemoNumber = (typeof demoNumbers)[number];

const decimals = { tUsdt: 6, tDai: 18, tTide: 18, weth: 18, feeToken: 18, spamToken: 6 } as const;
const transferred = ['tUsdt', 'tDai', 'tTide', 'feeToken', 'spamToken'] as const;

/** Amounts that an account receives, in whole tokens. */
export type Holdings = Readonly<Record<keyof typeof decimals, string>>;

export const richHoldings: Holdings = {
  tUsdt: '50000',
  tDai: '50000',
  tTide: '100000',
  weth: '10',
  feeToken: '1000',
  spamToken: '7777',
};

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const wethTransferEvent = parseAbiItem(
  'event Transfer(address indexed src, address indexed dst, uint256 wad)',
);
const wethAbi = parseAbi(['function deposit() payable']);

async function send(client: AnvilClient, token: Address, to: Address, amount: bigint): Promise<void> {
  const hash = await client.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  });
  await mined(client, hash);
}

/**
 * Gives each demo account its tokens once, based on the transfers recorded on chain. If the chain has lost blocks, the
 * lost transfers are repeated. An account that has spent its tokens gets no more.
 */
export async function fundDemoAccounts(
  client: AnvilClient,
  contracts: LocalContracts,
  holdingsOf: (account: DemoNumber) => Holdings,
): Promise<void> {
  const accounts = demoNumbers.map((number) => ({
    address: demoAccount(number).address,
    amountOf: (token: keyof Holdings) => parseUnits(holdingsOf(number)[token], decimals[token]),
  }));
  const from = client.account.address;
  const range = { fromBlock: 0n, toBlock: 'latest' } as const;
  for (const token of transferred) {
    const event = { address: contracts[token], event: transferEvent, args: { from } } as const;
    const logs = await client.getLogs({ ...event, ...range });
    const paid = new Set(logs.map((log) => log.args.to));
    for (const { address, amountOf } of accounts)
      if (!paid.has(address)) await send(client, contracts[token], address, amountOf(token));
  }

  const { weth } = contracts;
  const event = { address: weth, event: wethTransferEvent, args: { src: from } } as const;
  const logs = await client.getLogs({ ...event, ...range });
  const paid = new Set(logs.map((log) => log.args.dst));
  for (const { address, amountOf } of accounts) {
    if (paid.has(address)) continue;
    const value = amountOf('weth');
    const deposit = { address: weth, abi: wethAbi, functionName: 'deposit', value } as const;
    await mined(client, await client.writeContract(deposit));
    await send(client, weth, address, value);
  }
}
