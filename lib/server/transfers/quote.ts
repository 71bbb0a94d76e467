import 'server-only';
import type { Address } from 'viem';
import type { z } from 'zod';
import type {
  RouteReason,
  TransferRoute,
  transferQuote,
  transferQuoteInput,
} from '@/lib/api/schemas/transfer';
import { findChain, readLatestBlock } from '../chain/node';
import { database } from '../db/database';
import { readWebsite } from '../seed/config-files';
import { accountAllowance, accountProblem, minimumOf, relayerProblem } from './limits';
import { tokenOfCoin } from './listed-token';
import { routes } from './routes';

/** How long a signed transfer can be sent, in seconds. */
const VALID_S = 20 * 60;

const unsupported = (route: TransferRoute) => ({
  route,
  isAvailable: false,
  reason: 'unsupported' as RouteReason,
  minimumRaw: null,
  verifyingContract: null,
  domainName: null,
  domainVersion: null,
});

/**
 * Returns whether an account can send an amount without a fee now, and what to sign for it. Only a hint: the client makes
 * the message to sign from its own constants.
 * @throws ApiError 400 for an unknown chain, or 503 if its node is unreachable.
 */
export async function quoteTransfer(
  owner: Address,
  { chainId, coinId, amountRaw }: z.output<typeof transferQuoteInput>,
): Promise<z.input<typeof transferQuote>> {
  const chain = await findChain(chainId);
  const [token, latest, allowance, { brand }] = await Promise.all([
    tokenOfCoin(chainId, coinId),
    readLatestBlock(chain),
    accountAllowance(database('transaction'), owner, chainId),
    readWebsite(),
  ]);
  const quoteRoute = async (route: TransferRoute) => {
    const domain = token && (await routes[route].findDomain(chain, token.address, owner));
    if (!domain) return unsupported(route);
    const minimum = minimumOf(token);
    const reason = (await relayerProblem(chainId)) ?? accountProblem(allowance, amountRaw, minimum);
    return {
      route,
      isAvailable: reason === null,
      reason,
      minimumRaw: String(minimum),
      verifyingContract: domain.verifyingContract,
      domainName: domain.name,
      domainVersion: domain.version,
    };
  };
  return {
    routes: await Promise.all([quoteRoute('vault'), quoteRoute('wallet')]),
    operator: brand,
    deadline: Math.floor(Math.max(Date.now(), latest.at.getTime()) / 1_000) + VALID_S,
    transfersLeft: allowance.transfersLeft,
  };
}
