import { type Address, concatHex, encodeErrorResult, type Hex, numberToHex, parseAbi, size } from 'viem';

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData)',
]);

/** Code of a contract at `sender` that answers each call by asking its caller to request a URL (ERC-3668). */
export function lookupCode(sender: Address, url: string): Hex {
  const data = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [sender, [url], '0xc0ffee', '0x00000000', '0x'],
  });
  // PUSH2 size, DUP1, PUSH1 10, PUSH0, CODECOPY, PUSH0, REVERT: reverts with the data that follows these 10 bytes.
  return concatHex(['0x61', numberToHex(size(data), { size: 2 }), '0x80600a5f395ffd', data]);
}
