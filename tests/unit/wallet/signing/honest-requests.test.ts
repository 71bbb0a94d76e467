import {
  type Abi,
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  zeroAddress,
  zeroHash,
} from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { describeTransaction, describeTypedData } from '@/lib/wallet/signing/clear-signing';
import type { FindingCode } from '@/lib/wallet/signing/finding';
import { parseMessage, readMessage } from '@/lib/wallet/signing/message';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { withUnderstanding } from '@/lib/wallet/signing/understood';
import { routerAbi, wrappedAbi } from '@/lib/wallet/swap/abi';
import {
  addedToken,
  callData,
  permitTypes,
  samplePlace,
  signIn,
  signingContext,
  typedData,
} from '../../../support/signing-context';

const { chainId, account, token, stranger, vault } = samplePlace;
const addressOf = (byte: string) => getAddress(`0x${byte.repeat(20)}`);
const [added, friend, friendlySafe, safe, paid, ownSafe, collection] = [
  'ad',
  'f1',
  'f2',
  '5a',
  '9a',
  '05',
  'c0',
].map(addressOf) as [Address, Address, Address, Address, Address, Address, Address];
const [staking, presale, pledge, router, wrapped, stakeToken] = ['a1', 'a2', 'a3', 'a4', 'e1', 'e2'].map(
  addressOf,
) as [Address, Address, Address, Address, Address, Address];

const sample = signingContext(samplePlace);
const [coin] = sample.coins;
if (!coin) throw new Error('no coin is listed');
const context = {
  ...sample,
  coins: [{ ...coin, tokens: [...coin.tokens, { chainId, address: wrapped, decimals: 18 }] }],
  contracts: [
    ...sample.contracts,
    ...Object.entries({ staking, presale, pledge, router }).map(([name, address]) => ({
      chainId,
      name: `${name}_contract`,
      address,
    })),
  ],
  accounts: [account, ownSafe],
  contacts: [
    { name: 'Friend', address: friend },
    { name: 'Safe', address: friendlySafe },
  ],
  recipients: [paid],
  customTokens: [addedToken(chainId, added)],
  // The tokens of stakes and presales need no listing.
  platformTokens: new Map([
    [staking, [stakeToken, stakeToken]],
    [presale, [token, stakeToken]],
    [pledge, [stakeToken, token]],
    [router, [wrapped]],
  ]),
  natures: new Map([friendlySafe, safe, ownSafe].map((address) => [address, 'contract' as const])),
};

const call = (abi: Abi, functionName: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi, functionName, args });
const DEADLINE = context.now + 600n;
const noSignature = [DEADLINE, 27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`];
const swap = (functionName: string, ...args: readonly unknown[]) =>
  call(routerAbi, functionName, [...args, account, DEADLINE]);

/** A request, and what its review says on the site's own pages and for a DApp. */
type Case = readonly [
  name: string,
  to: Address,
  data: Hex,
  own: readonly FindingCode[],
  dapp?: readonly FindingCode[],
];

const cases: readonly Case[] = [
  ['a deposit', vault, call(vaultAbi, 'deposit', [token, 5n]), []],
  ['a deposit with a permit', vault, call(vaultAbi, 'depositWithPermit', [token, 5n, ...noSignature]), []],
  ['a deposit of an added token', vault, call(vaultAbi, 'deposit', [added, 5n]), [], ['blindCall']],
  ['a withdrawal', vault, call(vaultAbi, 'withdraw', [token, 5n, account, 1n]), []],
  ['a withdrawal of ETH to a contact', vault, call(vaultAbi, 'withdraw', [zeroAddress, 5n, friend, 1n]), []],
  [
    'a withdrawal of ETH to a contact’s Safe',
    vault,
    call(vaultAbi, 'withdraw', [zeroAddress, 5n, friendlySafe, 1n]),
    [],
  ],
  ['a swap for a token', router, swap('swapExactETHForTokens', 5n, [wrapped, token]), []],
  ['a swap for ETH', router, swap('swapExactTokensForETH', 5n, 5n, [token, wrapped]), []],
  ['a swap of tokens', router, swap('swapExactTokensForTokens', 5n, 5n, [token, wrapped, token]), []],
  [
    'a swap for an added token',
    router,
    swap('swapExactTokensForTokens', 5n, 5n, [token, wrapped, added]),
    [],
    ['blindCall'],
  ],
  ['a stake', staking, call(stakingPoolAbi, 'stake', [5n]), []],
  ['an unstake', staking, call(stakingPoolAbi, 'unstake', [5n, account]), []],
  ['a claim of rewards', staking, call(stakingPoolAbi, 'claim', [account]), []],
  ['a pledge', pledge, call(pledgeAbi, 'pledge', [0n, 5n]), []],
  ['a redemption', pledge, call(pledgeAbi, 'redeem', [3n, account]), []],
  ['an early exit', pledge, call(pledgeAbi, 'exitEarly', [3n, account]), [], ['earlyExit']],
  ['a contribution', presale, call(presaleAbi, 'contribute', [5n]), []],
  ['a claim of bought tokens', presale, call(presaleAbi, 'claim', [account]), []],
  ['a refund', presale, call(presaleAbi, 'refund', [account]), []],
  ['an approval for a platform contract', token, callData('approve', [vault, 5n]), []],
  ['a revocation', token, callData('approve', [stranger, 0n]), []],
  [
    'a cancellation of a signed transfer',
    token,
    callData('cancelAuthorization', [account, zeroHash, 27, zeroHash, zeroHash]),
    [],
  ],
  ['wrapping', wrapped, call(wrappedAbi, 'deposit'), []],
  ['unwrapping', wrapped, call(wrappedAbi, 'withdraw', [5n]), []],
  ...(
    [
      ['a contact', friend, [], []],
      ['a contact’s Safe', friendlySafe, [], []],
      ['the user’s Safe', ownSafe, [], []],
      ['an account that was paid before', paid, [], []],
      ['an unknown account', stranger, ['newRecipient'], ['newRecipient']],
      ['an unknown Safe', safe, ['newRecipient'], ['runsUnknownCode']],
    ] as const
  ).flatMap(([name, to, own, dapp]): Case[] => [
    [`a payment to ${name}`, to, '0x', own, dapp],
    [`a token transfer to ${name}`, token, callData('transfer', [to, 5n]), own],
  ]),
  ['a transfer of an added token', added, callData('transfer', [friend, 5n]), [], ['blindCall']],
  [
    'an NFT transfer',
    collection,
    callData('safeTransferFrom', [account, friend, 5n]),
    ['unlistedCall'],
    ['blindCall'],
  ],
];

const rows = cases.map(([name, to, data, own, dapp = own]) => [name, to, data, own, dapp] as const);

test.each(rows)('WAL-16 DAPP-3 %s has the expected findings', (_name, to, data, own, dapp) => {
  const transaction = { to, data, value: 0n, gas: null, fees: {} };
  const request = { kind: 'transaction', account, chainId, raw: '', transaction } as const;
  const codes = (isForeign: boolean) => {
    const at = { ...context, isForeign };
    const reading = readTransaction(transaction, at);
    return withUnderstanding(request, reading, describeTransaction(transaction, at), at).findings.map(
      ({ code }) => code,
    );
  };
  expect(codes(false)).toEqual(own);
  expect(codes(true)).toEqual(dapp);
});

test.each([false, true])(
  'WAL-16 DAPP-3 a sign-in and a permit for a platform contract have no finding (DApp: %s)',
  (isForeign) => {
    const at = { ...context, isForeign };
    const message = parseMessage(
      signIn({ ...samplePlace, thief: stranger, origin: at.origin, now: Number(at.now) }),
    );
    if (!message) throw new Error('the message is invalid');
    const asked = { account, chainId, raw: '' };
    const text = { ...asked, kind: 'message', message } as const;
    expect(withUnderstanding(text, readMessage(message, at), null, at).findings).toEqual([]);
    const permit = { owner: account, spender: vault, value: '5', nonce: 0, deadline: `${DEADLINE}` };
    const data = parseTypedData(typedData({ chainId, token }, 'Permit', permitTypes, permit), chainId);
    const typed = { ...asked, kind: 'typedData', typedData: data } as const;
    const described = describeTypedData(data, at);
    expect(withUnderstanding(typed, readTypedData(data, at), described, at).findings).toEqual([]);
  },
);

test.each([
  ['a listed token', token, [], 'cancelAuthorization'],
  ['another contract', stranger, ['unreadSignature', 'unknownContract'], undefined],
] as const)(
  'FREE-9 a message that cancels a signed transfer is understood only at a listed token: %s',
  (_, contract, findings, intent) => {
    const types = {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    };
    const message = { authorizer: account, nonce: zeroHash };
    const typed = typedData({ chainId, token: contract }, 'CancelAuthorization', types, message);
    const data = parseTypedData(typed, chainId);
    const described = describeTypedData(data, context);
    const request = { account, chainId, raw: '', kind: 'typedData', typedData: data } as const;
    const reading = withUnderstanding(request, readTypedData(data, context), described, context);
    expect(reading.findings.map(({ code }) => code)).toEqual(findings);
    expect(described?.intent).toBe(intent);
  },
);
