import { type Address, decodeFunctionData, encodeFunctionResult, type Hex, zeroHash } from 'viem';
import { erc20PermitAbi } from '@/lib/evm/abi/erc20-permit';
import { readPermit } from '@/lib/wallet/transactions/permit';
import { account } from '../../../support/ledger-entry';
import { answering, reading, TOKEN, VAULT, wagmiConfig } from '../../../support/test-chains';

const domain = { chainId: 901n, verifyingContract: TOKEN };
type Domain = typeof domain;

/** Returns a node with a token that reports this EIP-712 domain, or fails if it is null. The account has this code. */
function nodeOf(told: { chainId: bigint; verifyingContract: Address } | null, code: Hex) {
  const results = {
    eip712Domain:
      told && (['0x0f', 'Tide', '1', told.chainId, told.verifyingContract, zeroHash, []] as const),
    nonces: 7n,
  };
  return answering({
    eth_getCode: () => code,
    eth_call: reading((_, data) => {
      const { functionName } = decodeFunctionData({ abi: erc20PermitAbi, data });
      const result = results[functionName as keyof typeof results];
      if (result === null) return null;
      return encodeFunctionResult({ abi: erc20PermitAbi, functionName, result: result as never });
    }),
  });
}

test.each<[string, Domain | null, Hex, boolean]>([
  ['the token of its chain', domain, '0x', true],
  ['the token on another chain', { ...domain, chainId: 902n }, '0x', false],
  ['another contract', { ...domain, verifyingContract: VAULT }, '0x', false],
  ['nothing, because the token has no permits', null, '0x', false],
  ['the token, but the account is a contract', domain, '0x60', false],
])(
  'WAL-16 a permit is signed only for a domain of the token itself: %s',
  async (_, told, code, isOffered) => {
    const config = wagmiConfig(new Map([[901, nodeOf(told, code)]]));
    const request = { chainId: 901, token: TOKEN, owner: account, spender: VAULT, value: 5n };
    expect(await readPermit(config, request)).toEqual(
      isOffered
        ? { domain: { name: 'Tide', version: '1', chainId: 901, verifyingContract: TOKEN }, nonce: 7n }
        : null,
    );
  },
);
