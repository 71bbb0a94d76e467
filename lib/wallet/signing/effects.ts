import { type Address, type Hex, maxUint256 } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { type Allowance, permit2End } from './allowance';
import { argsOf, type DecodedCall } from './decode-call';
import type { Move } from './move';

/** Effects of a call on the sender's assets. */
export type Effects = {
  allowances: readonly Allowance[];
  moves: readonly Move[];
  /** Addresses that gain control of the called contract. */
  powers: readonly Address[];
  /** Whether something is sold with no minimum in return. */
  isGivenAway: boolean;
  /** Recipient of what a swap buys. */
  buyer: Address | null;
  /** Tokens that a swap buys, also in between. Its price depends on them. */
  bought: readonly Address[];
};

type CallParties = { account: Address; to: Address };
type Effect = (call: DecodedCall, place: CallParties) => Partial<Effects>;

const none: Effects = { allowances: [], moves: [], powers: [], isGivenAway: false, buyer: null, bought: [] };

const spending: Effect = (call, { account: owner, to: token }) => {
  const [spender, amount] = argsOf<[Address, bigint]>(call);
  return { allowances: [{ owner, token, spender, amount }] };
};

/** Effect of setting an ERC-777 operator, which may transfer all tokens of the account. */
const operator =
  (amount: bigint): Effect =>
  (call, { account: owner, to: token }) => ({
    allowances: [{ owner, token, spender: argsOf<[Address]>(call)[0], amount }],
  });

const transfer: Effect = (call, { account: from, to: token }) => {
  const [to, amount] = argsOf<[Address, bigint]>(call);
  return { moves: [{ token, from, to, amount }] };
};

const transferFrom: Effect = (call, { to: token }) => {
  const [from, to, amount] = argsOf<[Address, Address, bigint]>(call);
  return { moves: [{ token, from, to, amount }] };
};

const nftTransfer: Effect = (call, { to: token }) => {
  const [from, to, tokenId] = argsOf<[Address, Address, bigint]>(call);
  return { moves: [{ token, from, to, tokenId, amount: null }] };
};

type Swap = readonly [minimum: bigint, path: readonly Address[], to: Address];

/** Returns what a swap buys: the minimum amount of the path's last token, and its recipient. */
const purchase = ([minimum, path, to]: Swap, router: Address, isCoin: boolean) => ({
  moves: [
    { token: isCoin ? null : (path.at(-1) ?? null), from: router, to, amount: minimum, isMinimum: true },
  ],
  isGivenAway: minimum === 0n,
  buyer: to,
  // The last token of a swap for native currency is the wrapped one.
  bought: path.slice(1, isCoin ? -1 : undefined),
});

/** Returns the effect of a swap that sells an exact amount of the path's first token. */
const tokensFor =
  (isCoin: boolean): Effect =>
  (call, { account, to: router }) => {
    const [amount, minimum, path, to] = argsOf<[bigint, ...Swap]>(call);
    const { moves, ...rest } = purchase([minimum, path, to], router, isCoin);
    const sold = { token: path[0] ?? null, from: account, to: router, amount, isPulled: true };
    return { ...rest, moves: [sold, ...moves] };
  };
const tokensForTokens = tokensFor(false);
const tokensForCoins = tokensFor(true);
const coinsForTokens: Effect = (call, { to }) => purchase(argsOf<Swap>(call), to, false);

type Permit2Detail = { token: Address; amount: bigint; expiration: number };
type Permit2<Details> = { details: Details; spender: Address; sigDeadline: bigint };

const permit2Allowances = (
  owner: Address,
  { spender, sigDeadline }: Permit2<unknown>,
  details: readonly Permit2Detail[],
): Allowance[] =>
  details.map(({ token, amount, expiration }) => ({
    owner,
    token,
    spender,
    amount,
    ...permit2End(BigInt(expiration), sigDeadline),
  }));

const power: Effect = (call) => ({ powers: argsOf<[Address]>(call).slice(0, 1) });

const effects: Readonly<Record<string, Effect>> = {
  'approve(address,uint256)': (call, { account: owner, to: token }) => {
    const [spender, amount] = argsOf<[Address, bigint]>(call);
    return { allowances: [{ owner, token, spender, amount, mayBeNft: true }] };
  },
  'increaseAllowance(address,uint256)': spending,
  'increaseApproval(address,uint256)': spending,
  'approveAndCall(address,uint256)': spending,
  'approveAndCall(address,uint256,bytes)': spending,
  'decreaseAllowance(address,uint256)': () => ({}),
  'decreaseApproval(address,uint256)': () => ({}),
  'authorizeOperator(address)': operator(maxUint256),
  'revokeOperator(address)': operator(0n),
  'transfer(address,uint256)': transfer,
  'transferAndCall(address,uint256)': transfer,
  'transferAndCall(address,uint256,bytes)': transfer,
  'transferFromAndCall(address,address,uint256)': transferFrom,
  'transferFromAndCall(address,address,uint256,bytes)': transferFrom,
  'transferFrom(address,address,uint256)': transferFrom,
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)':
    transferFrom,
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)': transferFrom,
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)':
    transferFrom,
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)': transferFrom,
  'cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)': () => ({}),
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': (call, { to: token }) => {
    const [owner, spender, amount, until] = argsOf<[Address, Address, bigint, bigint]>(call);
    return { allowances: [{ owner, token, spender, amount, until }] };
  },
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': (call, { to: token }) => {
    const [owner, spender, , expiry, allowed] = argsOf<[Address, Address, bigint, bigint, boolean]>(call);
    return { allowances: [daiAllowance({ owner, token, spender, expiry, allowed })] };
  },
  'setApprovalForAll(address,bool)': (call, { account: owner, to: token }) => {
    const [spender, approved] = argsOf<[Address, boolean]>(call);
    return { allowances: [{ owner, token, spender, amount: approved ? null : 0n }] };
  },
  'safeTransferFrom(address,address,uint256)': nftTransfer,
  'safeTransferFrom(address,address,uint256,bytes)': nftTransfer,
  'safeTransferFrom(address,address,uint256,uint256,bytes)': (call, { to: token }) => {
    const [from, to, tokenId, amount] = argsOf<[Address, Address, bigint, bigint]>(call);
    return { moves: [{ token, from, to, tokenId, amount }] };
  },
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': (call, { to: token }) => {
    const [from, to, ids, amounts] = argsOf<[Address, Address, readonly bigint[], readonly bigint[]]>(call);
    return {
      moves: ids.map((tokenId, index) => ({ token, from, to, tokenId, amount: amounts[index] ?? null })),
    };
  },
  'approve(address,address,uint160,uint48)': (call, { account: owner }) => {
    const [token, spender, amount, expiration] = argsOf<[Address, Address, bigint, number]>(call);
    return { allowances: [{ owner, token, spender, amount, ...permit2End(BigInt(expiration)) }] };
  },
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)': (call) => {
    const [owner, permit] = argsOf<[Address, Permit2<Permit2Detail>]>(call);
    return { allowances: permit2Allowances(owner, permit, [permit.details]) };
  },
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': (call) => {
    const [owner, permit] = argsOf<[Address, Permit2<readonly Permit2Detail[]>]>(call);
    return { allowances: permit2Allowances(owner, permit, permit.details) };
  },
  // The vault's functions use the zero address for native currency.
  'withdraw(address,uint256,address,uint256)': (call, { to: from }) => {
    const [token, amount, to, fee] = argsOf<[Address, bigint, Address, bigint]>(call);
    return { moves: [{ token: token === NATIVE_TOKEN ? null : token, from, to, amount, fee }] };
  },
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': tokensForTokens,
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)':
    tokensForTokens,
  'swapExactTokensForETH(uint256,uint256,address[],address,uint256)': tokensForCoins,
  'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)':
    tokensForCoins,
  'swapExactETHForTokens(uint256,address[],address,uint256)': coinsForTokens,
  'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)': coinsForTokens,
  'transferOwnership(address)': power,
  'upgradeTo(address)': power,
  'upgradeToAndCall(address,bytes)': power,
  'changeAdmin(address)': power,
  'grantRole(bytes32,address)': (call) => ({ powers: [argsOf<[Hex, Address]>(call)[1]] }),
};

/** Converts DAI's permit, which allows everything or nothing. An `expiry` of zero means that it never expires. */
export const daiAllowance = ({
  allowed,
  expiry,
  ...rest
}: Pick<Allowance, 'owner' | 'token' | 'spender'> & { allowed: boolean; expiry: bigint }): Allowance => ({
  ...rest,
  amount: allowed ? 2n ** 256n - 1n : 0n,
  until: expiry === 0n ? null : expiry,
});

/** Returns the effects of a decoded call from `account` to the contract at `to`. */
export const effectsOf = (call: DecodedCall, place: CallParties): Effects => ({
  ...none,
  ...effects[call.signature]?.(call, place),
});

/** Permit2's functions. Their names alone are also those of a token's functions. */
const permit2Functions = [
  'approve(address,address,uint160,uint48)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
];

export const isPermit2Call = ({ signature }: DecodedCall): boolean => permit2Functions.includes(signature);

/**
 * Returns the recipient or spender whose code a token function calls (ERC-721, ERC-1155, ERC-1363), or null if it calls
 * none. It is the last address argument.
 */
export function calledBack(call: DecodedCall): Address | null {
  if (!/^(?:safe\w*|(?:transfer|transferFrom|approve)AndCall)\(/.test(call.signature)) return null;
  const at = call.args.findLastIndex(({ type }) => type === 'address');
  return argsOf<Address[]>(call)[at] ?? null;
}

/** Returns whether a call is a token call, which never needs native currency. */
export const isTokenCall = (call: DecodedCall): boolean =>
  call.signature in effects && !isPermit2Call(call) && !/^(?:upgrade|withdraw|swap)/.test(call.signature);
