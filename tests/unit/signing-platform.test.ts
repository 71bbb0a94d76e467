import {
  type Address,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
} from 'viem';
import type { Coin } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/chain/abi/pledge';
import { presaleAbi } from '@/lib/chain/abi/presale';
import { stakingPoolAbi } from '@/lib/chain/abi/staking-pool';
import { vaultAbi } from '@/lib/chain/abi/vault';
import type { SigningContext } from '@/lib/chain/signing/context';
import type { Fact, Group } from '@/lib/chain/signing/reading';
import { readTransaction } from '@/lib/chain/signing/transaction';
import { routerAbi } from '@/lib/chain/swap/abi';

const chainId = 31337;
const account = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
const token = getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359');
const stranger = getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb');
const vault = getAddress('0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb');
const coin: Coin = {
  id: 1,
  symbol: 'tUSDT',
  name: 'Test dollar',
  icon: '/coins/usdt.svg',
  sort: 1,
  tokens: [{ chainId, address: token, decimals: 6 }],
};
const context: SigningContext = {
  account,
  chainId,
  nativeSymbol: 'ETH',
  coins: [coin],
  contracts: [{ chainId, name: 'vault_contract', address: vault }],
  contacts: [],
  recipients: [],
  natures: new Map(),
  platformTokens: new Map(),
  networks: new Map([[chainId, 'Local chain 1']]),
  now: 1_800_000_000n,
  origin: 'https://tidewell.example',
};
const send = (to: Address, data: Hex) => readTransaction({ to, data, value: 0n }, context);
const codes = (reading: { findings: readonly { code: string }[] }) =>
  reading.findings.map(({ code }) => code);
const factsOf = (groups: readonly Group[], title: Group['title']): readonly Fact[] =>
  groups.find((group) => group.title === title)?.facts ?? [];

test('WAL-16 a deposit into a listed vault shows the token amount, and the vault is no place to lose it', () => {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [token, 1_500_000n] });
  const { groups, findings } = send(vault, data);
  expect(factsOf(groups, 'leaves')).toContainEqual({
    label: 'amount',
    value: { kind: 'amount', raw: 1_500_000n, token: { symbol: 'tUSDT', decimals: 6 } },
  });
  expect(findings).toEqual([]);
});

test('WAL-16 stakes, contributions and pledges show the amount of the token that the contract names', () => {
  const listed = { ...context, platformTokens: new Map([[vault, [stranger, token]]]) };
  for (const [name, abi, functionName, args, symbol] of [
    ['staking_contract', stakingPoolAbi, 'stake', [7n], null],
    ['presale_contract', presaleAbi, 'contribute', [7n], null],
    ['pledge_contract', pledgeAbi, 'pledge', [1n, 7n], 'tUSDT'],
  ] as const) {
    const data = encodeFunctionData({ abi, functionName, args } as EncodeFunctionDataParameters);
    const at = { ...listed, contracts: [{ chainId, name, address: vault }] };
    const { groups, findings } = readTransaction({ to: vault, data, value: 0n }, at);
    expect(factsOf(groups, 'leaves')[0]?.value).toMatchObject({
      kind: 'amount',
      raw: 7n,
      token: symbol && { symbol },
    });
    expect(findings).toEqual([]);
  }
});

test('WAL-16 the same call to a contract that is not listed is not read as a deposit', () => {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [token, 1_500_000n] });
  const { groups, findings } = send(stranger, data);
  expect(factsOf(groups, 'leaves')).toEqual([]);
  expect(codes({ findings })).toContain('unknownContract');
});

test('WAL-16 a swap shows what is sold beside what is bought', () => {
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [2_000_000n, 5n, [token, stranger], account, 1_900_000_000n],
  });
  const { groups } = send(vault, data);
  expect(factsOf(groups, 'leaves')).toContainEqual({
    label: 'amount',
    value: { kind: 'amount', raw: 2_000_000n, token: { symbol: 'tUSDT', decimals: 6 } },
  });
});

test('WAL-16 the network is named, with its chain ID beside it', () => {
  expect(factsOf(send(vault, '0x').groups, 'transaction')).toContainEqual({
    label: 'chain',
    value: { kind: 'text', text: `Local chain 1 (${chainId})` },
  });
});
