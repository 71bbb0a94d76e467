import {
  type AbiFunction,
  type Address,
  decodeFunctionData,
  type Hex,
  parseAbi,
  slice,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { routerAbi, wrappedAbi } from '@/lib/wallet/swap/abi';

/** Common functions of tokens, routers, ownable contracts, multicalls, and smart accounts. */
const commonAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  // Function names before OpenZeppelin 2.
  'function increaseApproval(address spender, uint256 addedValue)',
  'function decreaseApproval(address spender, uint256 subtractedValue)',
  // ERC-777.
  'function authorizeOperator(address operator)',
  'function revokeOperator(address operator)',
  // ERC-1363 and ERC-677.
  'function approveAndCall(address spender, uint256 value)',
  'function approveAndCall(address spender, uint256 value, bytes data)',
  'function transferAndCall(address to, uint256 value)',
  'function transferAndCall(address to, uint256 value, bytes data)',
  'function transferFromAndCall(address from, address to, uint256 value)',
  'function transferFromAndCall(address from, address to, uint256 value, bytes data)',
  // ERC-3009, with the signature as v, r, s or as bytes.
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  // Permit2.
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
  'function transferOwnership(address newOwner)',
  'function renounceOwnership()',
  'function grantRole(bytes32 role, address account)',
  'function upgradeTo(address newImplementation)',
  'function upgradeToAndCall(address newImplementation, bytes data)',
  'function changeAdmin(address newAdmin)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  // Multicall3.
  'function aggregate((address target, bytes callData)[] calls) payable',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
  // Smart accounts, Safe, and an ERC-2771 forwarder.
  'function execute(address dest, uint256 value, bytes func)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable',
  'function execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request) payable',
]);

/** Functions that can be decoded. */
export const decodedFunctions = [
  ...commonAbi,
  ...vaultAbi,
  ...stakingPoolAbi,
  ...presaleAbi,
  ...pledgeAbi,
  ...cardAccountAbi,
  ...routerAbi,
  ...wrappedAbi,
].filter((item) => item.type === 'function') as readonly AbiFunction[];

/** Functions by selector. The list is reversed, so that the first of several functions with the same selector wins. */
const bySelector = new Map(
  decodedFunctions.map((item) => [toFunctionSelector(item), item] as const).reverse(),
);

const functionOf = (selector: string): AbiFunction | undefined =>
  bySelector.get(selector.toLowerCase() as `0x${string}`);

export type DecodedCall = {
  /** Signature without argument names, such as `approve(address,uint256)`. */
  signature: string;
  /** Signature with argument names. */
  text: string;
  args: readonly { name: string; type: string; value: unknown }[];
};

const typeOf = ({ type, name }: { type: string; name?: string }) => (name ? `${type} ${name}` : type);

const written = ({ name, inputs }: AbiFunction) => `${name}(${inputs.map(typeOf).join(', ')})`;

/**
 * Maximum size of calldata to decode, in hexadecimal digits (8 KiB). Nobody reads longer calls, and arguments that share
 * bytes can make the decoded call many times as large as its calldata.
 */
const DECODED_DIGITS = 16 * 1024;

/** Decodes calldata. Returns null if the function is unknown, or its arguments are malformed or too long. */
export function decodeCall(data: Hex): DecodedCall | null {
  if (data.length < 10 || data.length > DECODED_DIGITS) return null;
  const item = functionOf(slice(data, 0, 4));
  if (!item) return null;
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data }) as { args?: readonly unknown[] };
    return {
      signature: toFunctionSignature(item),
      text: written(item),
      args: item.inputs.map(({ name = '', type }, index) => ({ name, type, value: args[index] })),
    };
  } catch {
    // The data is truncated, or it belongs to another function with the same selector.
    return null;
  }
}

/** Returns a call's decoded arguments, cast to the expected types. */
export const argsOf = <T extends readonly (Address | bigint | boolean | number | object)[]>({
  args,
}: DecodedCall): T => args.map(({ value }) => value) as unknown as T;
