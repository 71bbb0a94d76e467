import { type Address, type Hex, pad, padHex, toEventSelector, toHex } from 'viem';
import { isActionOf } from '@/lib/wallet/incoming/own-action';

const address = (number: number): Address => padHex(toHex(number), { size: 20 });
const [me, other, vault, token] = [1, 2, 3, 4].map(address) as [Address, Address, Address, Address];
const log = (emitter: Address, event: string, ...indexed: Hex[]) => ({
  address: emitter,
  topics: [toEventSelector(event), ...indexed.map((value) => pad(value))] as [Hex, ...Hex[]],
  data: '0x' as Hex,
});
const transfer = (from: Address, to: Address, value: Hex) => ({
  ...log(token, TRANSFER, from, to),
  data: pad(value),
});
const TRANSFER = 'Transfer(address,address,uint256)';
const WITHDRAWN = 'Withdrawn(address,address,address,uint256,uint256)';
const OPERATION = 'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)';

test.each([
  ['a token that left it', transfer(me, other, '0x5'), true],
  ['a token that it received', transfer(other, me, '0x5'), false],
  ['a transfer of nothing, which anyone can make', transfer(me, other, '0x0'), false],
  ['an NFT that left it', log(token, TRANSFER, me, other, '0x0'), true],
  ['its own withdrawal from a vault', log(vault, WITHDRAWN, me, token, me), true],
  ["another account's withdrawal to it", log(vault, WITHDRAWN, other, token, me), false],
  ['an event that any contract can emit', log(other, WITHDRAWN, me, token, me), false],
  ['its own ERC-4337 operation', log(other, OPERATION, toHex(9), me, other), true],
  ["another account's operation", log(other, OPERATION, toHex(9), other, me), false],
  ['a transaction of its Safe', log(me, 'ExecutionSuccess(bytes32,uint256)', toHex(9)), true],
  [
    'a transaction of the Safe that pays it',
    log(other, 'ExecutionSuccess(bytes32,uint256)', toHex(9)),
    false,
  ],
  ['a payment that its Safe received', log(me, 'SafeReceived(address,uint256)', other), false],
])('WAL-20 an action of the account is known from %s', (_name, emitted, expected) => {
  expect(isActionOf(me, [emitted], new Set([vault]))).toBe(expected);
});
