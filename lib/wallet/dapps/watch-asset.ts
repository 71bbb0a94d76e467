import { type Address, getAddress } from 'viem';
import type { Config } from 'wagmi';
import { z } from 'zod';
import { addCustomToken, type CustomToken, readCustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { address, DappError, errorCode, parseParams } from './protocol';
import type { DappReviews } from './reviews';

type Options = {
  config: Config;
  chainId: number;
  reviews: DappReviews;
  isListed: (chainId: number, address: Address) => boolean;
  onToken: (token: CustomToken) => void;
};

const asset = z.object({
  type: z.string(),
  options: z.object({
    address: address.transform((value) => value.toLowerCase() as Address),
    chainId: z.int().positive().optional(),
  }),
});
/** EIP-747 has an object. Some libraries send it in an array. */
const params = z.union([
  asset,
  z
    .tuple([asset])
    .rest(z.unknown())
    .transform(([one]) => one),
]);

/** Reads a token's own symbol, name, and decimals. What the DApp says about it is ignored. */
async function readToken(config: Config, chainId: number, address: Address): Promise<CustomToken> {
  let token: Awaited<ReturnType<typeof readCustomToken>>;
  try {
    token = await readCustomToken(config.getClient({ chainId }), chainId, address);
  } catch (cause) {
    throw new DappError('The network cannot be reached', { code: errorCode.chainDisconnected, cause });
  }
  if ('problem' in token)
    throw new DappError('There is no such token on this network', { code: errorCode.invalidParams });
  return token;
}

/** Adds a token to the user's holdings after a review (EIP-747). Returns true, also if the site lists it already. */
export async function watchAsset({ config, chainId, reviews, isListed, onToken }: Options, given: unknown) {
  const { type, options } = parseParams('wallet_watchAsset', params, given);
  if (type.toUpperCase() !== 'ERC20')
    throw new DappError('Only tokens of type ERC20 can be added', { code: errorCode.unsupported });
  if (options.chainId !== undefined && options.chainId !== chainId)
    throw new DappError('Switch to the network of the token first', { code: errorCode.invalidParams });
  const address = getAddress(options.address);
  if (isListed(chainId, address)) return true;
  await reviews.run(async (turn) => {
    const token = await readToken(config, chainId, address);
    await turn.decide({ kind: 'token', chainId, token });
    addCustomToken(token);
    onToken(token);
  });
  return true;
}
