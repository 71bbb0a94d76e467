import {
  type Address,
  decodeFunctionData,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
} from 'viem';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import {
  changeLines,
  holdingsOf,
  isBoughtCompared,
  minimumFindings,
} from '@/lib/wallet/signing/balance-changes';
import { describeTransaction } from '@/lib/wallet/signing/clear-signing';
import { balanceKey, type SigningContext } from '@/lib/wallet/signing/context';
import { guaranteedChanges, hasSwap, swapValueFindings, unwrapped } from '@/lib/wallet/signing/swap-value';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { blockAbi } from '@/lib/wallet/swap/abi';
import { addedToken, callData, samplePlace, signingContext } from '../../../support/signing-context';

const { chainId, account, token, stranger, vault: contract } = samplePlace;
const multicall = getAddress('0xca11bde05977b3631167028862be2a173976ca11');
const base = signingContext(samplePlace);
const usdt = { symbol: 'tUSDT', decimals: 6, coinId: 1, address: token };
const eth = { symbol: 'ETH', decimals: 18, coinId: null, address: NATIVE_TOKEN };
const added = addedToken(chainId, stranger);

const groupsOf = (data: Hex, { to = contract, value = 0n, context = base } = {}) =>
  readTransaction({ to, value, data }, context).groups;
const vaultCall = (functionName: 'deposit' | 'withdraw', args: readonly unknown[]) =>
  encodeFunctionData({ abi: vaultAbi, functionName, args } as EncodeFunctionDataParameters);

describe('balances to watch', () => {
  const named = (name: string, more: Partial<SigningContext> = {}): SigningContext => ({
    ...base,
    contracts: [
      { chainId: 1, name: 'multicall', address: stranger },
      { chainId, name, address: contract },
      { chainId, name: 'multicall', address: multicall },
    ],
    ...more,
  });
  const watched = (data: Hex, context: SigningContext, to = contract) =>
    holdingsOf(to, groupsOf(data, { to, context }), context);
  const inWallet = {
    holder: 'wallet',
    token,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  };
  const native = {
    holder: 'wallet',
    token: NATIVE_TOKEN,
    to: multicall,
    data: encodeFunctionData({ abi: blockAbi, functionName: 'getEthBalance', args: [account] }),
  };

  test('WAL-1 include the native currency and the listed tokens in a request', () => {
    expect(watched(callData('transfer', [stranger, 5n]), named('other'), token)).toEqual([native, inWallet]);
    // An unlisted token may report any balance.
    expect(watched(callData('transfer', [contract, 5n]), named('other'), stranger)).toEqual([native]);
    // Without a multicall contract, the native balance can't be read.
    expect(watched(callData('transfer', [stranger, 5n]), base, token)).toEqual([inWallet]);
  });

  test('WAL-1 include vault balances', () => {
    const holdings = watched(vaultCall('deposit', [token, 5n]), named('vault_contract'));
    expect(holdings.map((holding) => [holding.holder, holding.token])).toEqual([
      ['wallet', NATIVE_TOKEN],
      ['wallet', token],
      ['vault', NATIVE_TOKEN],
      ['vault', token],
    ]);
    for (const { to, data, token: held } of holdings.slice(2)) {
      expect(to).toBe(contract);
      expect(decodeFunctionData({ abi: vaultAbi, data })).toEqual({
        functionName: 'balanceOf',
        args: [account, held],
      });
    }
  });

  test('WAL-1 include the stake in a staking pool, if its token is known', () => {
    const claim = encodeFunctionData({ abi: stakingPoolAbi, functionName: 'claim', args: [account] });
    const platformTokens = new Map([[contract, [token, stranger]]]);
    const stake = encodeFunctionData({ abi: stakingPoolAbi, functionName: 'stakeOf', args: [account] });
    expect(watched(claim, named('staking_contract', { platformTokens }))).toEqual([
      native,
      inWallet,
      { holder: 'stake', token, to: contract, data: stake },
    ]);
    expect(watched(claim, named('staking_contract'))).toEqual([native]);
    expect(watched(claim, named('presale_contract', { platformTokens }))).toEqual([native, inWallet]);
  });

  test('WAL-1 are limited to twelve tokens', () => {
    const tokens = Array.from({ length: 20 }, (_, index) => getAddress(numberToHex(index + 1, { size: 20 })));
    const [coin] = base.coins;
    if (!coin) throw new Error('no coin is listed');
    const coins = [{ ...coin, tokens: tokens.map((address) => ({ chainId, address, decimals: 6 })) }];
    const context = named('other', { coins, platformTokens: new Map([[contract, tokens]]) });
    expect(watched('0x12345678', context).map((holding) => holding.token)).toEqual([
      NATIVE_TOKEN,
      ...tokens.slice(0, 11),
    ]);
  });
});

describe('preview', () => {
  const lines = (data: Hex, place: { to?: Address; value?: bigint; context?: SigningContext } = {}) =>
    changeLines(null, groupsOf(data, place), place.context ?? base);

  test('WAL-1 without a simulation, the preview shows only what the request specifies', () => {
    expect(lines(vaultCall('deposit', [token, 7n]))).toEqual([
      { isLeaving: true, holder: 'wallet', token: usdt, amount: 7n, balance: null },
    ]);
    // The vault may keep a fee, so the exact amount received is unknown.
    expect(lines(vaultCall('withdraw', [token, 7n, account, 1n]))).toEqual([
      { isLeaving: false, holder: 'wallet', token: usdt, amount: null, balance: null },
    ]);
    expect(lines(vaultCall('withdraw', [token, 7n, account, 0n]))).toMatchObject([
      { isLeaving: false, amount: 7n },
    ]);
    expect(lines(vaultCall('withdraw', [token, 7n, stranger, 1n]))).toEqual([]);
    expect(lines('0x', { to: stranger, value: 5n })).toEqual([
      { isLeaving: true, holder: 'wallet', token: eth, amount: 5n, balance: null },
    ]);
  });

  test('WAL-1 without a simulation, the preview omits NFTs, unlisted tokens, and approvals', () => {
    expect(lines(callData('safeTransferFrom', [account, stranger, 7n]), { to: token })).toEqual([]);
    expect(lines(callData('transfer', [contract, 7n]), { to: stranger })).toEqual([]);
    expect(lines(callData('approve', [account, 7n]), { to: token })).toEqual([]);
    expect(lines(callData('transferFrom', [stranger, account, 7n]), { to: token })).toMatchObject([
      { isLeaving: false, token: usdt, amount: 7n },
    ]);
  });

  test('WAL-1 without a simulation, rewards of an unknown amount are shown without one', () => {
    const context = {
      ...base,
      contracts: [{ chainId, name: 'staking_contract', address: contract }],
      platformTokens: new Map([[contract, [stranger, token]]]),
    };
    const claim = encodeFunctionData({ abi: stakingPoolAbi, functionName: 'claim', args: [account] });
    expect(lines(claim, { context })).toEqual([
      { isLeaving: false, holder: 'wallet', token: usdt, amount: null, balance: null },
    ]);
  });

  test('WAL-1 simulated changes show the balances before and after, with outgoing amounts first', () => {
    const changes = [
      { holder: 'vault', token, before: 0n, after: 7n },
      { holder: 'wallet', token, before: 10n, after: 3n },
      { holder: 'wallet', token: stranger, before: 0n, after: 1n },
      { holder: 'wallet', token: NATIVE_TOKEN, before: 9n, after: 4n },
    ] as const;
    // The simulation replaces what the request specifies.
    const groups = groupsOf(vaultCall('deposit', [token, 8n]));
    expect(changeLines(changes, groups, base)).toEqual([
      { isLeaving: true, holder: 'wallet', token: usdt, amount: 7n, balance: { before: 10n, after: 3n } },
      { isLeaving: true, holder: 'wallet', token: eth, amount: 5n, balance: { before: 9n, after: 4n } },
      { isLeaving: false, holder: 'vault', token: usdt, amount: 7n, balance: { before: 0n, after: 7n } },
    ]);
  });

  test('WAL-1 DAPP-3 the preview shows changes of tokens that the user added', () => {
    const context = { ...base, customTokens: [added] };
    const sent = groupsOf(callData('transfer', [contract, 7n]), { to: stranger, context });
    const { chainId: _, ...shown } = added;
    const line = { isLeaving: true, holder: 'wallet', token: { ...shown, coinId: null }, amount: 7n };
    expect(changeLines(null, sent, context)).toMatchObject([line]);
    const changes = [{ holder: 'wallet' as const, token: stranger, before: 8n, after: 1n }];
    expect(changeLines(changes, sent, context)).toEqual([{ ...line, balance: { before: 8n, after: 1n } }]);
  });
});

test('WAL-5 a minimum below 80% of the simulated arrival is a danger, and below 95% a caution', () => {
  const codesFor = (minimum: bigint, after: bigint, to = account) => {
    const groups = groupsOf(callData('swapExactETHForTokens', [minimum, [stranger, token], to, 1n]), {
      value: 5n,
    });
    const changes = [{ holder: 'wallet' as const, token, before: 10n, after }];
    return minimumFindings(changes, groups, base).map(({ code }) => code);
  };
  expect(codesFor(1n, 1_010n)).toEqual(['lowMinimum']);
  expect(codesFor(799n, 1_010n)).toEqual(['lowMinimum']);
  expect(codesFor(800n, 1_010n)).toEqual(['looseMinimum']);
  expect(codesFor(949n, 1_010n)).toEqual(['looseMinimum']);
  expect(codesFor(950n, 1_010n)).toEqual([]);
  expect(codesFor(1n, 1_010n, stranger)).toEqual(['minimumNotCompared']);
  expect(codesFor(1n, 5n)).toEqual([]);
});

test('WAL-5 the minimum of an added token is compared, and one that isn’t compared is a caution', () => {
  const context = { ...base, customTokens: [added] };
  const groups = groupsOf(callData('swapExactETHForTokens', [1n, [token, stranger], account, 1n]), {
    value: 5n,
  });
  expect(holdingsOf(contract, groups, context).map((holding) => holding.token)).toContain(stranger);
  const arrival = { holder: 'wallet' as const, token: stranger, before: 0n, after: 1_000n };
  const read = (changes: Parameters<typeof minimumFindings>[0]) =>
    minimumFindings(changes, groups, context).map(({ code }) => code);
  expect(read([arrival])).toEqual(['lowMinimum']);
  expect(read([])).toEqual(['minimumNotCompared']);
  expect(read([{ ...arrival, holder: 'vault' }])).toEqual(['minimumNotCompared']);
});

test('WAL-5 a minimum isn’t raised by other transfers or swaps in the same request, which may fail', () => {
  const swap = (minimum: bigint) =>
    callData('swapExactETHForTokens', [minimum, [stranger, token], account, 1n]);
  const decoys = [
    { target: token, callData: callData('transferFrom', [contract, account, 10n ** 30n]) },
    { target: contract, callData: swap(10n ** 30n) },
  ];
  const codesWith = (...calls: readonly { target: Address; callData: Hex }[]) => {
    const data = callData('aggregate3', [calls.map((call) => ({ ...call, allowFailure: true }))]);
    const changes = [{ holder: 'wallet' as const, token, before: 0n, after: 1_000n }];
    return minimumFindings(changes, groupsOf(data, { to: stranger }), base).map(({ code }) => code);
  };
  for (const decoy of decoys) {
    expect(codesWith({ target: contract, callData: swap(1n) }, decoy)).toEqual(['lowMinimum']);
    expect(codesWith(decoy, { target: contract, callData: swap(1n) })).toEqual(['lowMinimum']);
  }
  expect(codesWith({ target: contract, callData: swap(950n) })).toEqual([]);
});

describe('value of a swap', () => {
  const [coin] = base.coins;
  if (!coin) throw new Error('no coin is listed');
  const native = { ...coin, id: 2, symbol: 'ETH', tokens: [{ chainId, address: null, decimals: 18 }] };
  const context = { ...base, coins: [coin, native], customTokens: [added] };
  const change = (asset: Address, difference: bigint) => {
    const before = 10n ** 24n;
    return { holder: 'wallet' as const, token: asset, before, after: before + difference };
  };
  const paid = change(NATIVE_TOKEN, -(10n ** 18n));
  const prices: Record<number, string> = { 1: '0.5', 2: '2000' };
  const codesOfSwaps = (
    swaps: Parameters<typeof swapValueFindings>[0],
    known = prices,
    kind?: Parameters<typeof swapValueFindings>[3],
  ) => swapValueFindings(swaps, context, (id) => known[id] ?? null, kind).map(({ code }) => code);
  const codesFor = (
    changes: ReturnType<typeof guaranteedChanges>,
    known = prices,
    kind?: Parameters<typeof swapValueFindings>[3],
  ) => codesOfSwaps([changes], known, kind);
  // 2,000 are paid, and one token is worth 0.5.
  const got = (tokens: bigint) => change(token, tokens * 10n ** 6n);

  test('WAL-5 below 85% of the value that is paid is a danger, and below 95% a caution', () => {
    expect(codesFor([paid, got(4_000n)])).toEqual([]);
    expect(codesFor([paid, got(3_800n)])).toEqual([]);
    expect(codesFor([paid, got(3_799n)])).toEqual(['looseValue']);
    expect(codesFor([paid, got(3_400n)])).toEqual(['looseValue']);
    expect(codesFor([paid, got(3_399n)])).toEqual(['lowValue']);
    // So little that its value is rounded to nothing.
    expect(codesFor([paid, change(token, 1n)], { ...prices, 1: `0.${'0'.repeat(17)}1` })).toEqual([
      'lowValue',
    ]);
    // A path that ends in the token it began with.
    expect(codesFor([paid])).toEqual(['lowValue']);
    // A token without a price makes up for nothing.
    expect(codesFor([paid, got(1n), change(stranger, 10n ** 30n)])).toEqual(['lowValue']);
  });

  test('WAL-5 a side without a current price is a caution', () => {
    expect(codesFor([paid, got(4_000n)], { 1: '0.5' })).toEqual(['minimumNotCompared']);
    expect(codesFor([paid, got(4_000n)], { 2: '2000' })).toEqual(['minimumNotCompared']);
    expect(codesFor([paid, change(stranger, 5n)])).toEqual(['minimumNotCompared']);
    expect(codesFor([paid, got(4_000n), change(stranger, -5n)])).toEqual(['minimumNotCompared']);
    expect(codesFor([got(4_000n)])).toEqual(['minimumNotCompared']);
    expect(codesFor([])).toEqual(['minimumNotCompared']);
  });

  test('WAL-5 a simulation compares a swap only if the bought asset is watched', () => {
    const sold = callData('swapExactETHForTokens', [1n, [stranger, token], account, 1n]);
    const groups = groupsOf(sold, { value: 10n ** 18n, context });
    const isCompared = (...watched: readonly Address[]) =>
      isBoughtCompared(
        groups,
        context,
        new Map(watched.map((of) => [balanceKey({ token: of, owner: account }), 0n])),
      );
    expect(isCompared(NATIVE_TOKEN, token)).toBe(true);
    expect(isCompared(NATIVE_TOKEN)).toBe(false);
  });

  test('WAL-5 several swaps are compared by what they add up to', () => {
    const back = change(NATIVE_TOKEN, 9n * 10n ** 17n);
    const there = [paid, got(3_800n)];
    expect(codesOfSwaps([there, [got(-3_600n), back]])).toEqual(['lowValue']);
    expect(codesOfSwaps([there, [got(-3_800n), back]])).toEqual(['lowValue']);
    expect(codesOfSwaps([there, there])).toEqual([]);
    expect(codesOfSwaps([there, []])).toEqual([]);
  });

  test('WAL-5 what swaps pay for a token without a price isn’t lost, and hides no other loss', () => {
    const fair = [paid, got(4_000n)];
    const unpriced = [paid, change(stranger, 5n)];
    expect(codesOfSwaps([fair, unpriced])).toEqual([]);
    expect(codesOfSwaps([unpriced, fair])).toEqual([]);
    expect(codesOfSwaps([unpriced, unpriced])).toEqual(['minimumNotCompared']);
    // A loss that comes from two other swaps.
    const back = [got(-4_000n), change(NATIVE_TOKEN, 99n * 10n ** 16n)];
    expect(codesOfSwaps([fair, back, unpriced])).toEqual(['lowValue']);
    // What the token without a price brings in again isn't won, unless all of it is sold.
    const most = [change(stranger, -4n), got(4_000n)];
    expect(codesOfSwaps([unpriced, most, fair, back])).toEqual(['lowValue']);
    // The token without a price is sold again.
    expect(codesOfSwaps([unpriced, [change(stranger, -5n), got(1_000n)]])).toEqual(['lowValue']);
    expect(codesOfSwaps([unpriced, [change(stranger, -5n), got(4_000n)]])).toEqual([]);
  });

  test('WAL-5 the guaranteed minimum is compared, and may be lower by a slippage tolerance', () => {
    const at = { ...context, contracts: [{ chainId, name: 'router_contract', address: contract }] };
    const changesOf = (data: Hex) =>
      guaranteedChanges(describeTransaction({ to: contract, value: 10n ** 18n, data }, at));
    const swapFor = (minimum: bigint, bought: Address) =>
      callData('swapExactETHForTokens', [minimum, [stranger, bought], account, 1n]);
    const codesOf = (minimum: bigint, bought: Address) =>
      codesFor(changesOf(swapFor(minimum, bought)), prices, 'guaranteed');
    expect(codesOf(3_600n * 10n ** 6n, token)).toEqual([]);
    expect(codesOf(3_600n * 10n ** 6n - 1n, token)).toEqual(['looseValue']);
    expect(codesOf(3_400n * 10n ** 6n, token)).toEqual(['looseValue']);
    expect(codesOf(3_400n * 10n ** 6n - 1n, token)).toEqual(['lowValue']);
    expect(codesOf(1n, token)).toEqual(['lowValue']);
    // An added token has no price.
    expect(codesOf(1n, stranger)).toEqual(['minimumNotCompared']);
    // Other calls of the same request may fail.
    const within = callData('multicall', [[swapFor(1n, token), swapFor(10n ** 30n, token)]]);
    expect(codesFor(changesOf(within))).toEqual(['minimumNotCompared']);
  });

  test('WAL-5 an unlisted wrapped native token is valued like the native currency', () => {
    const sold = got(-4_000n);
    const codesOf = (bought: bigint, wrapped: readonly Address[]) =>
      codesFor(unwrapped([sold, change(stranger, bought)], wrapped, context), prices, 'guaranteed');
    expect(codesOf(1n, [])).toEqual(['minimumNotCompared']);
    expect(codesOf(1n, [stranger])).toEqual(['lowValue']);
    expect(codesOf(10n ** 18n, [stranger])).toEqual([]);
    // A listed one keeps its own price.
    expect(unwrapped([sold], [token], context)).toEqual([sold]);
  });

  test('WAL-5 only requests with a swap are compared', () => {
    const groups = (data: Hex) => groupsOf(data, { value: 10n ** 18n });
    expect(hasSwap(groups('0x'))).toBe(false);
    expect(hasSwap(groups(callData('swapExactETHForTokens', [1n, [stranger, token], account, 1n])))).toBe(
      true,
    );
  });
});
