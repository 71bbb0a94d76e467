import { parseEther, parseUnits } from 'viem';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import { type FirstTokenFacts, firstToken } from '@/lib/wallet/pay/first-token';
import { readLastToken, rememberLastToken } from '@/lib/wallet/pay/last-tokens';
import type { PaymentOption } from '@/lib/wallet/pay/payment-request';

const CHAIN = 31337;
const alice = '0x00000000000000000000000000000000000000A1';
const bob = '0x00000000000000000000000000000000000000B0';
const [ETHER, DOLLARS, UNPRICED] = [1, 2, 3];
const prices = new Map([
  [ETHER, 2_500n],
  [DOLLARS, 1n],
]);
const decimalsOf = (id: number) => (id === DOLLARS ? 6 : 18);
const coin = (id: number) => ({ id, symbol: `C${id}` }) as Coin;
const options: PaymentOption[] = [
  {
    chain: { id: CHAIN } as ChainMapping,
    tokens: [ETHER, DOLLARS, UNPRICED].map((coinId) => ({
      ...{ coinId, symbol: `C${coinId}`, decimals: decimalsOf(coinId), address: NATIVE_TOKEN },
    })),
  },
];
const balance = (id: number, inWallet: bigint | undefined, inVault: bigint | undefined = 0n): Balance => ({
  ...{ coin: coin(id), chainId: CHAIN, token: NATIVE_TOKEN, decimals: decimalsOf(id), inWallet, inVault },
});
const facts = (changes: Partial<FirstTokenFacts>): FirstTokenFacts => ({
  ...{ purpose: 'send', last: null, options, isWaiting: false, isStable: () => false },
  balances: [balance(ETHER, 0n), balance(DOLLARS, 0n), balance(UNPRICED, 0n)],
  fiatValueOf: (held, amount) => {
    const price = prices.get(held.coin.id);
    return price === undefined ? undefined : (amount * price * 10n ** 18n) / 10n ** BigInt(held.decimals);
  },
  ...changes,
});
const place = (coinId: number) => ({ chainId: CHAIN, coinId });

afterEach(() => localStorage.clear());

test('WAL-14 a form starts with the token that the account has the most value of', () => {
  const balances = [
    balance(ETHER, parseEther('0.01')),
    balance(DOLLARS, parseUnits('100', 6)),
    balance(UNPRICED, parseEther('9000')),
  ];
  expect(firstToken(facts({ balances }))).toEqual(place(DOLLARS));
  expect(firstToken(facts({ balances, purpose: 'request' }))).toEqual(place(DOLLARS));
});

test('WAL-14 a stablecoin comes before what is worth more, unless there is almost none of it', () => {
  const isStable = (symbol: string) => symbol === `C${DOLLARS}`;
  const ether = balance(ETHER, parseEther('5'));
  const first = (balances: readonly Balance[], changes: Partial<FirstTokenFacts> = {}) =>
    firstToken(facts({ balances, isStable, ...changes }));
  expect(first([ether, balance(DOLLARS, parseUnits('1', 6))])).toEqual(place(DOLLARS));
  expect(first([ether, balance(DOLLARS, parseUnits('0.99', 6))])).toEqual(place(ETHER));
  // Somebody who has nothing yet asks for money, too.
  expect(first([], { purpose: 'request' })).toEqual(place(DOLLARS));
  expect(first([])).toBeNull();
});

test('WAL-14 what is only in the vault comes after any balance of the wallet, and nothing leaves the choice open', () => {
  const vault = balance(DOLLARS, 0n, parseUnits('100', 6));
  expect(firstToken(facts({ balances: [balance(ETHER, 0n), vault] }))).toEqual(place(DOLLARS));
  expect(firstToken(facts({ balances: [balance(ETHER, parseEther('0.01')), vault] }))).toEqual(place(ETHER));
  expect(firstToken(facts({}))).toBeNull();
});

test('WAL-14 a payment starts with the last token only if there is some of it, and a request with the last one anyway', () => {
  const rich = balance(ETHER, parseEther('5'));
  const last = place(DOLLARS);
  for (const held of [balance(DOLLARS, 1n), balance(DOLLARS, 0n, 1n)])
    expect(firstToken(facts({ last, balances: [rich, held] }))).toEqual(last);
  const empty = [rich, balance(DOLLARS, 0n)];
  expect(firstToken(facts({ last, balances: empty }))).toEqual(place(ETHER));
  expect(firstToken(facts({ last, balances: empty, purpose: 'request', isWaiting: true }))).toEqual(last);
  // A token that isn't offered anymore isn't chosen.
  expect(firstToken(facts({ last: place(9), balances: empty }))).toEqual(place(ETHER));
});

test('WAL-14 nothing is decided while balances may still arrive, unless the last token has one', () => {
  const waiting = [balance(ETHER, parseEther('5')), balance(DOLLARS, undefined, undefined)];
  expect(firstToken(facts({ balances: waiting, isWaiting: true }))).toBeUndefined();
  expect(firstToken(facts({ last: place(DOLLARS), balances: waiting, isWaiting: true }))).toBeUndefined();
  expect(firstToken(facts({ last: place(ETHER), balances: waiting, isWaiting: true }))).toEqual(place(ETHER));
});

test('WAL-14 the last token is remembered for each account and purpose, and invalid entries are ignored', () => {
  rememberLastToken({ account: alice, purpose: 'send', ...place(DOLLARS) });
  rememberLastToken({ account: alice, purpose: 'request', ...place(ETHER) });
  rememberLastToken({ account: alice, purpose: 'send', ...place(UNPRICED) });
  expect(readLastToken(alice, 'send')).toEqual(place(UNPRICED));
  expect(readLastToken(alice.toLowerCase() as typeof alice, 'request')).toEqual(place(ETHER));
  expect(readLastToken(bob, 'send')).toBeNull();
  localStorage.setItem(
    'tidewell.last-tokens',
    JSON.stringify([
      { account: bob, purpose: 'send', chainId: '1', coinId: 2 },
      { account: 'bob', purpose: 'send', ...place(ETHER) },
      { account: bob, purpose: 'steal', ...place(ETHER) },
      null,
    ]),
  );
  expect(readLastToken(bob, 'send')).toBeNull();
});
