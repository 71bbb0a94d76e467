import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  erc1155Abi,
  getAddress,
  keccak256,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseUnits,
  slice,
} from 'viem';
import { nftTransferPlan } from '@/components/wallet/nfts/nft-transfer-plan';
import { paymentPlan } from '@/components/wallet/pay/payment-plan';
import { pledgePlan } from '@/components/wallet/pledge/pledge-plan';
import { presalePlan } from '@/components/wallet/presale/presale-plan';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import { swapPlan } from '@/components/wallet/swap/swap-plan';
import { withdrawPlan } from '@/components/wallet/withdraw/withdraw-plan';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { TransactionKind } from '@/lib/wallet/transactions/transaction-kinds';
import type { AnyCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { depositPlan } from '@/lib/wallet/vault/deposit-plan';
import type { OwnChain } from './own-chain';
import { deployToken, sendTo } from './wallet-tokens';

const FAR = 2n ** 64n;
export const usdt = (amount: string) => parseUnits(amount, 6);

/** Balances that a flow changes, in base units: the wallet's, and the account's elsewhere, or the recipient's. */
export type FlowState = { wallet: bigint; held: bigint };

/** A kind of transaction with its plan, and what it moves. */
export type Flow = {
  name: string;
  kind: TransactionKind;
  plan: (account: Address) => TransactionPlan<AnyCall>;
  /** The token that the flow moves, or NATIVE_TOKEN. */
  token: () => Address;
  state: (account: Address) => Promise<FlowState>;
  /** Changes of the balances by one transaction, after the vault's fee, but without what a swap or a claim pays out. */
  moves: FlowState;
};

/** Returns the address that an account pays in a flow. Nobody else pays it. */
export const recipientOf = (account: Address): Address => getAddress(slice(keccak256(account), 12));

/** Returns the flows of a chain that is started later. Flows are functions of it, so that tests can list them before. */
export function createFlows(chainOf: () => OwnChain, passesOf: () => Address = () => NATIVE_TOKEN) {
  const listed = (symbol: string) => {
    const coin = chainOf().lists.coins.find((candidate) => candidate.symbol === symbol);
    const [token] = coin?.tokens ?? [];
    if (!coin || !token) throw new Error(`${symbol} is not listed`);
    return { coinId: coin.id, symbol, decimals: token.decimals, address: token.address as Address };
  };
  const balance = (address: Address, owner: Address) =>
    chainOf().client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
  const addresses = () => chainOf().addresses;
  const tUsdt = () => addresses().tUsdt;
  const vaultHolds = (account: Address) =>
    chainOf().client.readContract({
      ...{ address: addresses().vault, abi: vaultAbi, functionName: 'balanceOf', args: [account, tUsdt()] },
    });
  const staked = (account: Address) =>
    chainOf().client.readContract({
      ...{ address: addresses().staking, abi: stakingPoolAbi, functionName: 'stakeOf', args: [account] },
    });
  const staking = (account: Address, action: 'stake' | 'unstake' | 'claim', amount: bigint) =>
    stakePlan({
      ...{
        action,
        chainId: chainOf().id,
        pool: addresses().staking,
        account,
        token: listed('tTIDE'),
        amount,
      },
    });
  const pass = (account: Address) =>
    chainOf().client.readContract({
      ...{ address: passesOf(), abi: erc1155Abi, functionName: 'balanceOf', args: [account, 1n] },
    });
  /** Returns a state with the wallet's balance of a token. */
  const withWallet =
    (token: () => Address, held: (account: Address) => Promise<bigint>) => async (account: Address) => ({
      wallet: await balance(token(), account),
      held: await held(account),
    });

  const flows: Flow[] = [
    {
      ...{ name: 'deposit', kind: 'deposit', token: tUsdt },
      plan: () =>
        depositPlan({
          ...{ chainId: chainOf().id, vault: addresses().vault, amount: usdt('12.000001') },
          ...listed('tUSDT'),
          token: tUsdt(),
        }),
      state: withWallet(tUsdt, vaultHolds),
      moves: { wallet: -usdt('12.000001'), held: usdt('12.000001') },
    },
    {
      ...{ name: 'withdraw', kind: 'withdraw', token: tUsdt },
      plan: (account) =>
        withdrawPlan({
          ...{ chainId: chainOf().id, vault: addresses().vault, token: tUsdt() },
          ...{ amount: usdt('15'), fee: usdt('0.15'), recipient: account, isSelf: true },
          ...listed('tUSDT'),
        }),
      state: withWallet(tUsdt, vaultHolds),
      moves: { wallet: usdt('14.85'), held: -usdt('15') },
    },
    {
      ...{ name: 'swap', kind: 'swap', token: tUsdt },
      plan: (account) => {
        const { router, weth, multicall } = addresses();
        return swapPlan({
          place: { chainId: chainOf().id, router, multicall },
          terms: { factory: router, wrapped: weth, feePpb: 3_000_000n },
          sold: listed('tUSDT'),
          bought: listed('WETH'),
          ...{ amount: usdt('10'), minimum: 1n, path: [tUsdt(), weth], account, deadline: FAR },
        });
      },
      state: withWallet(tUsdt, (account) => balance(addresses().weth, account)),
      moves: { wallet: -usdt('10'), held: 0n },
    },
    {
      ...{ name: 'stake', kind: 'stake', token: () => addresses().tTide },
      plan: (account) => staking(account, 'stake', parseEther('4.000000000000000001')),
      state: withWallet(() => addresses().tTide, staked),
      moves: { wallet: -parseEther('4.000000000000000001'), held: parseEther('4.000000000000000001') },
    },
    {
      ...{ name: 'pledge', kind: 'pledge', token: tUsdt },
      plan: () =>
        pledgePlan({
          ...{ chainId: chainOf().id, contract: addresses().pledge, token: listed('tUSDT') },
          ...{ termId: 0n, amount: usdt('20.000001'), unlocksAt: 0n },
        }),
      state: withWallet(tUsdt, async (account) => {
        const events = await chainOf().client.getContractEvents({
          ...{ address: addresses().pledge, abi: pledgeAbi, eventName: 'Pledged', args: { owner: account } },
          fromBlock: 0n,
        });
        return events.reduce((sum, { args }) => sum + (args.amount ?? 0n), 0n);
      }),
      moves: { wallet: -usdt('20.000001'), held: usdt('20.000001') },
    },
    {
      ...{ name: 'contribute', kind: 'contribute', token: tUsdt },
      plan: (account) =>
        presalePlan({
          ...{ action: 'contribute', chainId: chainOf().id, presale: addresses().presale, account },
          ...{ token: listed('tUSDT'), amount: usdt('25.000001') },
        }),
      state: withWallet(tUsdt, (account) =>
        chainOf().client.readContract({
          ...{
            address: addresses().presale,
            abi: presaleAbi,
            functionName: 'contributionOf',
            args: [account],
          },
        }),
      ),
      moves: { wallet: -usdt('25.000001'), held: usdt('25.000001') },
    },
    {
      ...{ name: 'native payment', kind: 'send', token: () => NATIVE_TOKEN },
      plan: (account) =>
        paymentPlan({
          ...{
            chainId: chainOf().id,
            recipient: recipientOf(account),
            amount: parseEther('0.500000000000000001'),
          },
          token: { ...listed('ETH'), address: NATIVE_TOKEN },
        }),
      state: async (account) => {
        const held = await chainOf().client.getBalance({ address: recipientOf(account) });
        // The wallet also pays the network fee.
        return { wallet: -held, held };
      },
      moves: { wallet: -parseEther('0.500000000000000001'), held: parseEther('0.500000000000000001') },
    },
    {
      ...{ name: 'token payment', kind: 'send', token: tUsdt },
      plan: (account) =>
        paymentPlan({
          ...{ chainId: chainOf().id, recipient: recipientOf(account), amount: usdt('3.000001') },
          token: listed('tUSDT'),
        }),
      state: withWallet(tUsdt, (account) => balance(tUsdt(), recipientOf(account))),
      moves: { wallet: -usdt('3.000001'), held: usdt('3.000001') },
    },
    {
      ...{ name: 'unstake', kind: 'unstake', token: () => addresses().tTide },
      plan: (account) => staking(account, 'unstake', parseEther('2')),
      state: withWallet(() => addresses().tTide, staked),
      moves: { wallet: parseEther('2'), held: -parseEther('2') },
    },
    {
      ...{ name: 'claim', kind: 'claim', token: () => addresses().tTide },
      plan: (account) => staking(account, 'claim', 1n),
      state: withWallet(() => addresses().tTide, staked),
      moves: { wallet: 0n, held: 0n },
    },
    {
      ...{ name: 'NFT transfer', kind: 'transferNft', token: passesOf },
      plan: (account) =>
        nftTransferPlan({
          ...{ label: 'Pass #1', account, recipient: recipientOf(account), amount: 2n },
          nft: {
            ...{
              chainId: chainOf().id,
              contract: passesOf(),
              tokenId: 1n,
              standard: 'erc1155',
              quantity: 1_000n,
            },
            ...{ collection: '', symbol: '', suspicions: [], isOwnDoing: true },
          },
        }),
      state: async (account) => ({ wallet: await pass(account), held: await pass(recipientOf(account)) }),
      moves: { wallet: -2n, held: 2n },
    },
    {
      ...{ name: 'revocation', kind: 'revoke', token: tUsdt },
      plan: (account) => ({
        chainId: chainOf().id,
        intent: {
          ...{ kind: 'revoke', coinId: 2, amountRaw: '0', decimals: 6, symbol: 'tUSDT' },
          ...{ spender: recipientOf(account), token: tUsdt() },
        },
        call: {
          ...{ address: tUsdt(), abi: erc20Abi, functionName: 'approve', args: [recipientOf(account), 0n] },
        },
      }),
      state: () => Promise.resolve({ wallet: 0n, held: 0n }),
      moves: { wallet: 0n, held: 0n },
    },
    {
      ...{ name: 'DApp call', kind: 'dapp', token: () => NATIVE_TOKEN },
      plan: () => ({
        chainId: chainOf().id,
        intent: {
          ...{ kind: 'dapp', coinId: 0, amountRaw: '3', decimals: 18, symbol: 'ETH' },
          dapp: { name: 'Sample', origin: 'https://dapp.example' },
        },
        call: {
          address: addresses().weth,
          value: 3n,
          data: encodeFunctionData({ abi: parseAbi(['function deposit() payable']) }),
        },
      }),
      state: async (account) => ({ wallet: 0n, held: await balance(addresses().weth, account) }),
      moves: { wallet: 0n, held: 3n },
    },
  ];

  /**
   * Gives an account what all flows need: tokens, a stake, a balance in the vault, and allowances of what a flow spends.
   * The node must sign for the account.
   */
  async function fund(account: Address, flow: Flow, { times = 1n } = {}): Promise<void> {
    const { client } = chainOf();
    const { tTide, vault, staking: pool } = addresses();
    await client.setBalance({ address: account, value: parseEther('1000') });
    await sendTo(client, tUsdt(), 'transfer', [account, usdt('150') * times]);
    await sendTo(client, tTide, 'transfer', [account, parseEther('100') * times]);
    const call = async (
      address: Address,
      abi: typeof vaultAbi | typeof stakingPoolAbi,
      args: readonly unknown[],
    ) => {
      const functionName = address === vault ? 'deposit' : 'stake';
      const data = encodeFunctionData({ abi, functionName, args } as never);
      const hash = await client.sendTransaction({ account, to: address, data, gas: 500_000n });
      await client.waitForTransactionReceipt({ hash });
    };
    if (flow.kind === 'withdraw' || flow.kind === 'deposit') {
      await sendTo(client, tUsdt(), 'approve', [vault, usdt('50') * times], account);
      await call(vault, vaultAbi, [tUsdt(), usdt('50') * times]);
    }
    if (flow.kind === 'unstake' || flow.kind === 'claim') {
      await sendTo(client, tTide, 'approve', [pool, parseEther('50') * times], account);
      await call(pool, stakingPoolAbi, [parseEther('50') * times]);
    }
    if (flow.kind === 'transferNft')
      await sendTo(client, passesOf(), 'mint', [account, 1n, 100n * times], account);
    const { call: own, spending } = flow.plan(account);
    if (spending) {
      const amount = times === 1n ? spending.amount : maxUint256;
      await sendTo(client, spending.token, 'approve', [own.address, amount], account);
    }
  }
  return { flows, fund };
}

/** Deploys a contract of passes (ERC-1155) that anybody can mint. */
export const deployPasses = ({ client }: OwnChain): Promise<Address> =>
  deployToken(client, 'OpenPasses', encodeAbiParameters(parseAbiParameters('string'), ['']));
