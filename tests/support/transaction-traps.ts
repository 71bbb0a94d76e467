import { maxUint160, maxUint256, numberToHex, parseEther, zeroAddress } from 'viem';
import {
  callData,
  type Outcome,
  refused,
  type Trap,
  type TrapContext,
  UNAUTHORIZED,
} from './signing-context';

type Change = (place: TrapContext) => Record<string, unknown>;

const transaction = (name: string, change: Change, outcome: Outcome): Trap => ({
  name,
  method: 'eth_sendTransaction',
  params: (place) => [{ from: place.account, value: '0x0', ...change(place) }],
  ...outcome,
});

const someValue = numberToHex(parseEther('0.00001'));

/** The test-dapp's malicious and malformed transactions, and its attempts to bypass warnings. */
export const testDappTransactions: readonly Trap[] = [
  transaction('malicious ETH transfer', ({ thief }) => ({ to: thief, value: someValue }), {
    warned: ['newRecipient'],
  }),
  transaction(
    'malicious ERC-20 transfer',
    ({ token, thief }) => ({ to: token, data: callData('transfer', [thief, 100n]) }),
    { warned: ['newRecipient'] },
  ),
  transaction(
    'malicious ERC-20 approval of 64 ones',
    ({ token, thief }) => ({ to: token, data: callData('approve', [thief, 2n ** 64n - 1n]) }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  transaction(
    'malicious contract interaction',
    ({ stranger, thief }) => ({ to: stranger, data: `0xef5cfb8c${thief.slice(2).padStart(64, '0')}` }),
    { warned: ['blindCall'] },
  ),
  transaction(
    'malicious set approval for all',
    ({ stranger, thief }) => ({ to: stranger, data: callData('setApprovalForAll', [thief, true]) }),
    { warned: ['allNfts', 'spenderIsPerson'] },
  ),
  transaction('ETH transfer with odd hex data', ({ thief }) => ({ to: thief, data: '0x1' }), refused),
  transaction(
    'ERC-20 approval with odd hex data',
    ({ token, thief }) => ({
      to: token,
      data: callData('approve', [thief, maxUint256]).replace('0x0', '0x'),
    }),
    refused,
  ),
  transaction('ETH transfer of a value without 0x', ({ thief }) => ({ to: thief, value: 'ffffff' }), refused),
  transaction('invalid value', ({ thief }) => ({ to: thief, value: 'much' }), refused),
  transaction('unknown transaction type', ({ thief }) => ({ to: thief, type: '0x5' }), refused),
  transaction('invalid recipient', () => ({ to: 'somebody' }), refused),
  transaction('invalid gas limit', ({ thief }) => ({ to: thief, gasLimit: 'all' }), refused),
  transaction('invalid fee', ({ thief }) => ({ to: thief, maxFeePerGas: 'any' }), refused),
  transaction('contract deployment', () => ({ data: '0x60806040' }), { warned: ['createsContract'] }),
  transaction(
    'increased allowance without limit',
    ({ token, thief }) => ({ to: token, data: callData('increaseAllowance', [thief, maxUint256]) }),
    { warned: ['unlimited'] },
  ),
  transaction(
    'ERC-721 transfer',
    ({ stranger, account, thief }) => ({
      to: stranger,
      data: callData('safeTransferFrom', [account, thief, 7n]),
    }),
    { warned: ['newRecipient'] },
  ),
  transaction(
    'ERC-1155 batch transfer',
    ({ stranger, account, thief }) => ({
      to: stranger,
      data: callData('safeBatchTransferFrom', [account, thief, [1n, 2n], [5n, 6n], '0x']),
    }),
    { warned: ['newRecipient'] },
  ),
  transaction(
    'delegation of the account (EIP-7702)',
    ({ account, stranger, chainId }) => ({
      to: account,
      type: '0x4',
      authorizationList: [{ address: stranger, chainId: numberToHex(chainId), nonce: '0x0' }],
    }),
    refused,
  ),
];

/** Transactions that the test-dapp doesn't cover. */
export const otherTransactions: readonly Trap[] = [
  transaction(
    'approval of all by 160 ones at Permit2',
    ({ stranger, token, thief, now }) => ({
      to: stranger,
      data: callData('approve', [token, thief, maxUint160, now + 400 * 86_400]),
    }),
    { warned: ['unlimited', 'spenderIsPerson', 'farDeadline'] },
  ),
  transaction(
    'approval for an unknown contract',
    ({ token, stranger }) => ({ to: token, data: callData('approve', [stranger, 5n]) }),
    { warned: ['spenderUnknown'] },
  ),
  transaction(
    'approval hidden in a multicall',
    ({ stranger, thief }) => ({
      to: stranger,
      data: callData('multicall', [[callData('multicall', [[callData('approve', [thief, maxUint256])]])]]),
    }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  transaction(
    'transfer to a stranger hidden in a Multicall3',
    ({ stranger, account, token, thief }) => ({
      to: stranger,
      data: callData('aggregate3', [
        [
          {
            target: token,
            allowFailure: false,
            callData: callData('transferFrom', [account, thief, 5n]),
          },
        ],
      ]),
    }),
    { warned: ['newRecipient', 'blindCall'] },
  ),
  transaction(
    'coins for nobody in a Multicall3 of two',
    ({ stranger, thief }) => ({
      to: stranger,
      value: someValue,
      data: callData('aggregate3Value', [
        [
          { target: zeroAddress, allowFailure: true, value: 5n, callData: '0x' },
          { target: thief, allowFailure: true, value: 5n, callData: '0x12345678' },
        ],
      ]),
    }),
    { warned: ['burn', 'blindCall'] },
  ),
  transaction(
    'approval of all in the name of another, in a Multicall3 that may fail',
    ({ stranger, token, thief }) => ({
      to: stranger,
      data: callData('tryAggregate', [
        false,
        [{ target: token, callData: callData('approve', [thief, maxUint256]) }],
      ]),
    }),
    { warned: ['unlimited', 'spenderIsPerson', 'notYours'] },
  ),
  transaction(
    'code that a Safe is to run as its own',
    ({ stranger, thief }) => ({
      to: stranger,
      data: callData('execTransaction', [
        ...[thief, 0n, '0x12345678', 1, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
      ]),
    }),
    { warned: ['powerGiven', 'blindCall'] },
  ),
  transaction(
    'refund of a Safe that drains it',
    ({ stranger, account, token, thief }) => ({
      to: stranger,
      data: callData('execTransaction', [
        ...[account, 0n, '0x', 0, 0n, 1_000_000_000_000n, 1n, token, thief, '0x'],
      ]),
    }),
    { warned: ['gasRefund'] },
  ),
  transaction(
    'approval handed on by an account that is a contract',
    ({ stranger, token, thief }) => ({
      to: stranger,
      data: callData('execute', [token, 0n, callData('approve', [thief, maxUint256])]),
    }),
    { warned: ['unlimited', 'spenderIsPerson', 'notYours'] },
  ),
  transaction(
    'transfer of an own token by a forwarder',
    ({ stranger, account, token, thief, now }) => ({
      to: stranger,
      data: callData('execute', [
        {
          ...{ from: account, to: token, value: 0n, gas: 100_000n, deadline: now + 60 },
          ...{ data: callData('transfer', [thief, 5n]), signature: '0x' },
        },
      ]),
    }),
    { warned: ['newRecipient', 'blindCall'] },
  ),
  transaction(
    'multicall of more than anybody reads',
    ({ stranger, thief }) => ({
      to: stranger,
      data: callData('multicall', [Array.from({ length: 400 }, () => callData('transfer', [thief, 1n]))]),
    }),
    { warned: ['blindCall'] },
  ),
  transaction(
    'coins sent along with an approval',
    ({ token, stranger }) => ({
      to: token,
      value: someValue,
      data: callData('approve', [stranger, 5n]),
    }),
    { warned: ['valueWithTokenCall'] },
  ),
  transaction(
    'swap for somebody else, for nothing in return',
    ({ stranger, token, thief, now }) => ({
      to: stranger,
      value: someValue,
      data: callData('swapExactETHForTokens', [0n, [stranger, token], thief, BigInt(now)]),
    }),
    { warned: ['orderForNothing', 'swapForOther', 'newRecipient', 'blindCall'] },
  ),
  transaction(
    'withdrawal to somebody else',
    ({ stranger, token, thief }) => ({ to: stranger, data: callData('withdraw', [token, 5n, thief, 0n]) }),
    { warned: ['newRecipient', 'blindCall'] },
  ),
  transaction(
    'transfer of ownership',
    ({ stranger, thief }) => ({ to: stranger, data: callData('transferOwnership', [thief]) }),
    { warned: ['powerGiven'] },
  ),
  transaction('coins for nobody', () => ({ to: zeroAddress, value: someValue }), { warned: ['burn'] }),
  transaction(
    'tokens for nobody',
    ({ token }) => ({ to: token, data: callData('transfer', [zeroAddress, 5n]) }),
    { warned: ['burn'] },
  ),
  transaction(
    'tokens for their own contract',
    ({ token }) => ({ to: token, data: callData('transfer', [token, 5n]) }),
    { warned: ['lostInContract'] },
  ),
  transaction('coins for a token', ({ token }) => ({ to: token, value: someValue }), {
    warned: ['lostInContract'],
  }),
  transaction(
    'address that only looks like the own one',
    ({ account }) => ({
      to: `${account.slice(0, 8)}${'1'.repeat(28)}${account.slice(-6)}`.toLowerCase(),
      value: someValue,
    }),
    { warned: ['lookAlike'] },
  ),
  transaction('call of the own account', ({ account }) => ({ to: account, data: '0x12345678' }), {
    warned: ['selfCall'],
  }),
  transaction('coins for oneself', ({ account }) => ({ to: account, value: someValue }), {
    warned: ['ownAddress'],
  }),
  transaction(
    'call where no contract is',
    ({ thief }) => ({ to: thief, data: callData('approve', [thief, 5n]) }),
    { warned: ['noCode'] },
  ),
  transaction('unknown call of a listed token', ({ token }) => ({ to: token, data: '0x12345678' }), {
    warned: ['unreadCall'],
  }),
  transaction(
    'approval that is cut off',
    ({ token, thief }) => ({ to: token, data: callData('approve', [thief, maxUint256]).slice(0, 90) }),
    { warned: ['unreadCall'] },
  ),
  transaction(
    'approval by its older name',
    ({ token, thief }) => ({ to: token, data: callData('increaseApproval', [thief, maxUint256]) }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  transaction(
    'operator of all tokens (ERC-777)',
    ({ token, thief }) => ({ to: token, data: callData('authorizeOperator', [thief]) }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  transaction(
    'approval with a call (ERC-1363)',
    ({ token, thief }) => ({ to: token, data: callData('approveAndCall', [thief, maxUint256, '0x']) }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  transaction(
    'transfer with a call (ERC-1363)',
    ({ token, thief }) => ({ to: token, data: callData('transferAndCall', [thief, 100n, '0x']) }),
    { warned: ['newRecipient'] },
  ),
  transaction(
    "Permit2's permit as a call",
    ({ account, stranger, token, thief, now }) => ({
      to: stranger,
      data: callData('permit', [
        account,
        {
          details: { token, amount: maxUint160, expiration: now + 600, nonce: 0 },
          spender: thief,
          sigDeadline: BigInt(now + 600),
        },
        '0x',
      ]),
    }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  transaction("somebody else's money", ({ thief }) => ({ from: thief, to: thief }), {
    refused: UNAUTHORIZED,
  }),
  transaction('another network', ({ thief }) => ({ to: thief, chainId: '0x1' }), refused),
  transaction(
    'data that differ from the input',
    ({ token }) => ({ to: token, data: '0x00', input: '0x01' }),
    refused,
  ),
  transaction(
    'more data than a node takes',
    ({ token }) => ({ to: token, data: `0x${'00'.repeat(200_000)}` }),
    refused,
  ),
  transaction(
    'address with a wrong checksum',
    ({ token }) => ({ to: token.replace(/[a-f]/, (digit) => digit.toUpperCase()).replace(/0X/, '0x') }),
    refused,
  ),
  transaction(
    'a tip above the fee',
    ({ thief }) => ({ to: thief, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }),
    refused,
  ),
];
