import { type Address, erc20Abi, parseAbi, parseAbiItem, parseEther, parseUnits } from 'viem';
import { type AnvilClient, demoAccount } from './anvil-client';
import { mined } from './create2';
import type { LocalContracts } from './platform-contracts';

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
 * Gives each demo account its tokens once. The chain itself remembers who got them: a chain that lost blocks pays again
 * what it lost, and an account that spent everything gets nothing more.
 */
export async function fundDemoAccounts(client: AnvilClient, contracts: LocalContracts): Promise<void> {
  const accounts = [1, 2, 3, 4, 5].map((index) => demoAccount(index).address);
  const from = client.account.address;
  const range = { fromBlock: 0n, toBlock: 'latest' } as const;
  for (const { token, amount } of [
    { token: contracts.tUsdt, amount: parseUnits('50000', 6) },
    { token: contracts.tDai, amount: parseUnits('50000', 18) },
    { token: contracts.tTide, amount: parseUnits('100000', 18) },
    { token: contracts.feeToken, amount: parseUnits('1000', 18) },
    { token: contracts.spamToken, amount: parseUnits('7777', 6) },
  ]) {
    const logs = await client.getLogs({ address: token, event: transferEvent, args: { from }, ...range });
    const paid = new Set(logs.map((log) => log.args.to));
    for (const account of accounts) if (!paid.has(account)) await send(client, token, account, amount);
  }

  const amount = parseEther('10');
  const { weth } = contracts;
  const logs = await client.getLogs({
    address: weth,
    event: wethTransferEvent,
    args: { src: from },
    ...range,
  });
  const paid = new Set(logs.map((log) => log.args.dst));
  for (const account of accounts) {
    if (paid.has(account)) continue;
    const deposit = { address: weth, abi: wethAbi, functionName: 'deposit', value: amount } as const;
    await mined(client, await client.writeContract(deposit));
    await send(client, weth, account, amount);
  }
}
