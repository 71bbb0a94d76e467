import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  type Hex,
  type Log,
  pad,
} from 'viem';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { isExecutedIn, walletTransferDigest } from '@/lib/evm/wallet-transfer';

const address = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`);
const [token, other, alice, bob, carol] = ['1', '2', 'a', 'b', 'c'].map(address) as Address[] &
  [Address, Address, Address, Address, Address];
const nonce = pad('0x5e', { size: 32 });
const payment = { from: alice, to: bob, value: 7n, nonce };

type Event = Pick<Log, 'address' | 'topics' | 'data'>;
/** Numbers events as those of one transaction. */
const inOrder = (...events: Event[]) => events.map((event, logIndex) => ({ ...event, logIndex }) as Log);
const used = (authorizer: Address, of: Hex = nonce, emitter = token): Event => ({
  address: emitter,
  topics: encodeEventTopics({
    abi: erc20AuthorizationAbi,
    eventName: 'AuthorizationUsed',
    args: { authorizer, nonce: of },
  }) as Log['topics'],
  data: '0x',
});
const moved = (from: Address, to: Address, value: bigint, emitter = token): Event => ({
  address: emitter,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Log['topics'],
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
});

test('FREE-5 a transfer is executed if the token’s event of its nonce is followed by the payment', () => {
  const paid = [used(alice), moved(alice, bob, 7n)];
  const others = [used(carol), moved(carol, bob, 7n), used(carol, pad('0x1', { size: 32 }))];
  expect(isExecutedIn(inOrder(...paid), token, payment)).toBe(true);
  expect(isExecutedIn(inOrder(...others, ...paid, ...others), token, payment)).toBe(true);
  expect(isExecutedIn(inOrder(...paid).reverse(), token, payment)).toBe(true);
});

test.each<[string, Event[]]>([
  ['no events', []],
  ['the event of the nonce alone', [used(alice)]],
  ['a payment without it', [moved(alice, bob, 7n)]],
  ['a payment before it', [moved(alice, bob, 7n), used(alice)]],
  ['another amount', [used(alice), moved(alice, bob, 8n)]],
  ['another recipient', [used(alice), moved(alice, carol, 7n)]],
  ['another account’s event', [used(carol), moved(alice, bob, 7n)]],
  ['another nonce', [used(alice, pad('0x1', { size: 32 })), moved(alice, bob, 7n)]],
  ['another message with the nonce', [used(alice), moved(alice, carol, 7n), moved(alice, bob, 7n)]],
  ['another token', [used(alice, nonce, other), moved(alice, bob, 7n, other)]],
  ['a payment of another token', [used(alice), moved(alice, bob, 7n, other)]],
])('FREE-5 %s shows no execution', (_, events) => {
  expect(isExecutedIn(inOrder(...events), token, payment)).toBe(false);
});

test('FREE-2 the hash differs for each chain, token, and field', () => {
  const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token };
  const transfer = { ...payment, validAfter: 0n, validBefore: 9n };
  const all = [
    walletTransferDigest(domain, transfer),
    walletTransferDigest({ ...domain, chainId: 10 }, transfer),
    walletTransferDigest({ ...domain, verifyingContract: other }, transfer),
    walletTransferDigest({ ...domain, version: '1' }, transfer),
    walletTransferDigest(domain, { ...transfer, to: carol }),
    walletTransferDigest(domain, { ...transfer, value: 8n }),
    walletTransferDigest(domain, { ...transfer, validBefore: 10n }),
    walletTransferDigest(domain, { ...transfer, nonce: pad('0x1', { size: 32 }) }),
  ];
  expect(new Set(all).size).toBe(all.length);
});
