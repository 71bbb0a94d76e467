import { type Address, getAddress, type Hex, isAddressEqual, type Log, pad, toEventSelector } from 'viem';

const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
/** Of the wrapped native token, which pays out to the account that calls it. */
const UNWRAPPED = toEventSelector('Withdrawal(address,uint256)');
/** ERC-4337: an entry point ran an operation of a smart account. */
const OPERATION = toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)');
/** A Safe ran a transaction of its owners, or of a module. */
const SAFE_RUNS: readonly (Hex | undefined)[] = [
  toEventSelector('ExecutionSuccess(bytes32,uint256)'),
  toEventSelector('ExecutionFromModuleSuccess(address)'),
];

/**
 * Returns whether logs show that an account acted itself, although another account sent the transaction, as for a smart
 * account: a token left it, it used one of the `platform` contracts, or a smart account's contract says so.
 */
export function isActionOf(
  account: Address,
  logs: readonly Pick<Log, 'address' | 'topics' | 'data'>[],
  platform: ReadonlySet<Address>,
): boolean {
  const topic = pad(account).toLowerCase();
  return logs.some(({ address, topics: [event, first, second, tokenId], data }) => {
    if (first?.toLowerCase() === topic) {
      // Anyone can emit a transfer of nothing from the account (address poisoning). That of an NFT has no data.
      if (event === TRANSFER) return tokenId !== undefined || !/^0x0*$/.test(data);
      return event === UNWRAPPED || platform.has(getAddress(address));
    }
    if (event === OPERATION) return second?.toLowerCase() === topic;
    return SAFE_RUNS.includes(event) && isAddressEqual(address, account);
  });
}
