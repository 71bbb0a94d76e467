import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi, stringToHex } from 'viem';
import type { Coin } from '@/lib/api/types';
import type { SigningContext } from '@/lib/wallet/signing/context';
import type { FindingCode } from '@/lib/wallet/signing/finding';

/** The context of a trap: the user's account, the requesting page, and the addresses used. */
export type TrapContext = {
  account: Address;
  chainId: number;
  origin: string;
  /** A listed ERC-20 token. `stranger` is an unlisted contract. */
  token: Address;
  stranger: Address;
  /** An account without code that isn't the user's. */
  thief: Address;
  /** Seconds since the epoch. */
  now: number;
};

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function increaseApproval(address spender, uint256 addedValue)',
  'function authorizeOperator(address operator)',
  'function revokeOperator(address operator)',
  'function approveAndCall(address spender, uint256 value, bytes data)',
  'function transferAndCall(address to, uint256 value, bytes data)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function withdraw(address token, uint256 amount, address to, uint256 maxFee)',
  'function transferOwnership(address newOwner)',
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable',
  'function execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request) payable',
  'function execute(address dest, uint256 value, bytes func)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable',
]);

type Call = Parameters<typeof encodeFunctionData<typeof abi>>[0];
type Named<C> = C extends { functionName?: infer N } ? N : never;

/** Returns the calldata for a call to one of the functions in `abi`. */
export const callData = (functionName: NonNullable<Named<Call>>, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as Call);

export const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** Returns typed data with an ordinary domain, in the format of `eth_signTypedData_v4`. */
export const typedData = (
  { chainId, token }: Pick<TrapContext, 'chainId' | 'token'>,
  primaryType: string,
  types: Record<string, unknown>,
  message: unknown,
  more: Record<string, unknown> = {},
) =>
  JSON.stringify({
    types: { EIP712Domain: domainTypes, ...types },
    primaryType,
    domain: { name: 'Sea Market', version: '1', chainId, verifyingContract: token },
    message,
    ...more,
  });

/** Returns types from the notation of EIP-712: `Order(Item[] items,uint256 count)Item(address token)`. */
export const typesOf = (encoded: string) =>
  Object.fromEntries(
    [...encoded.matchAll(/(\w+)\((.*?)\)/g)].map(([, struct = '', fields = '']) => [
      struct,
      fields.split(',').map((field) => {
        const [type, name] = field.split(' ');
        return { name, type };
      }),
    ]),
  );

/** Returns typed data from types in the notation of EIP-712. The primary type comes first. */
export const typedMessage = (
  place: Pick<TrapContext, 'chainId' | 'token'>,
  encoded: string,
  message: unknown,
) => typedData(place, encoded.slice(0, encoded.indexOf('(')), typesOf(encoded), message);

export const permitTypes = typesOf(
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
);

/** Returns a valid EIP-4361 message, with the given changes. */
export function signIn(
  { account, chainId, origin, now }: TrapContext,
  changes: {
    domain?: string;
    uri?: string;
    address?: string;
    chainId?: number;
    without?: string;
    tail?: string;
  } = {},
): Hex {
  const { domain = new URL(origin).host, uri = `${origin}/wallet`, address = account } = changes;
  const lines = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'I agree to the terms.',
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${changes.chainId ?? chainId}`,
    'Nonce: tide12345678',
    `Issued At: ${new Date(now * 1_000).toISOString()}`,
  ].filter((line) => changes.without === undefined || !line.startsWith(changes.without));
  return stringToHex(lines.join('\n') + (changes.tail ?? ''));
}

/** Chain and account of requests in tests without a chain. `signingContext` lists the chain's token and vault. */
export const samplePlace = {
  chainId: 31337,
  account: getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'),
  token: getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'),
  stranger: getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb'),
  vault: getAddress('0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb'),
};

/** Returns a token that the user added. */
export const addedToken = (chainId: number, address: Address): SigningContext['customTokens'][number] => ({
  chainId,
  address,
  symbol: 'NEW',
  decimals: 8,
});

/** Returns the context for parsing a request: one listed token with six decimals, and one listed vault. */
export function signingContext(
  { chainId, account, token, vault }: { chainId: number; account: Address; token: Address; vault: Address },
  changes: Partial<SigningContext> = {},
): SigningContext {
  const coin: Coin = {
    id: 1,
    symbol: 'tUSDT',
    name: 'Test dollar',
    icon: '/coins/usdt.svg',
    sort: 1,
    tokens: [{ chainId, address: token, decimals: 6 }],
  };
  return {
    account,
    chainId,
    nativeSymbol: 'ETH',
    coins: [coin],
    contracts: [{ chainId, name: 'vault_contract', address: vault }],
    accounts: [account],
    customTokens: [],
    contacts: [],
    recipients: [],
    reported: new Set(),
    isForeign: false,
    isMessagesPage: false,
    descriptors: new Map(),
    decimals: new Map(),
    people: [],
    askedTransfers: new Set(),
    natures: new Map(),
    balances: new Map(),
    platformTokens: new Map(),
    networks: new Map([[chainId, 'Local chain 1']]),
    now: 1_800_000_000n,
    origin: 'https://tidewell.example',
    ...changes,
  };
}

/**
 * The expected result: the request is rejected with an error code and no prompt, or shown with at least these findings.
 */
export type Outcome = { refused: number } | { warned: readonly FindingCode[] };

/** A request that must not be signed without a warning, and its expected result. */
export type Trap = {
  name: string;
  method: string;
  params: (place: TrapContext) => readonly unknown[];
} & Outcome;

/** Error codes of EIP-1193 and EIP-1474. */
export const UNSUPPORTED = 4200;
export const UNAUTHORIZED = 4100;
export const INVALID_PARAMS = -32602;

/** Expected result for a malformed request, which is rejected without a prompt. */
export const refused = { refused: INVALID_PARAMS };

export const typed = (name: string, data: (place: TrapContext) => unknown, outcome: Outcome): Trap => ({
  name,
  method: 'eth_signTypedData_v4',
  params: (place) => [place.account, data(place)],
  ...outcome,
});

export const personal = (name: string, message: (place: TrapContext) => unknown, outcome: Outcome): Trap => ({
  name,
  method: 'personal_sign',
  params: (place) => [message(place), place.account],
  ...outcome,
});
