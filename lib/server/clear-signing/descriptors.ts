import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type Address, getAddress, isAddressEqual } from 'viem';
import {
  boundDescriptor,
  type Descriptor,
  messageDescriptors,
  permitDescriptor,
} from '@/lib/evm/erc7730/descriptor';
import { readPlatformTokens } from '@/lib/evm/platform-tokens';
import { canonicalOrigin } from '@/lib/settings/env';
import { cachedByKey } from '../cached';
import { findChain, withNode } from '../chain/node';
import { listContracts } from '../config/lists';
import { coins, coinTokens } from '../db/config-tables';
import { database } from '../db/database';
import { ApiError } from '../http/api-error';

/** Cache lifetime of a contract's tokens. They can change only in a pledge contract, when a term is added. */
const TOKENS_CACHE_MS = 60_000;
const cachedTokens = cachedByKey<readonly Address[]>(TOKENS_CACHE_MS);

type Deployment = { chainId: number; address: Address };

/**
 * Parses the last two segments of a descriptor's path, `{chainId}/{address}.json`, or `{chainId}/eip712-{address}.json`
 * for the messages of a contract that has calls, too. Returns null for any other path.
 */
function placeOf(chainId: string, file: string): (Deployment & { isOfMessages: boolean }) | null {
  const [, prefix, address] = /^(eip712-)?(0x[0-9a-f]{40})\.json$/i.exec(file) ?? [];
  if (address === undefined || !/^[1-9]\d{0,14}$/.test(chainId)) return null;
  return {
    chainId: Number(chainId),
    address: getAddress(address.toLowerCase()),
    isOfMessages: prefix !== undefined,
  };
}

/** Returns a descriptor of messages for one deployment. */
const boundMessages = (descriptor: Descriptor, deployment: Deployment): Descriptor => ({
  ...descriptor,
  context: { ...descriptor.context, eip712: { deployments: [deployment] } },
});

async function isListedToken({ chainId, address }: Deployment): Promise<boolean> {
  const rows = await database('public')
    .select({ id: coins.id })
    .from(coinTokens)
    .innerJoin(coins, eq(coins.id, coinTokens.coinId))
    .where(
      and(
        eq(coins.enabled, true),
        eq(coinTokens.chainId, chainId),
        eq(sql`lower(${coinTokens.address})`, address.toLowerCase()),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Returns the descriptor for a listed contract, with its tokens read from the chain, for its messages, or for the permit
 * of a listed token. Returns null for any other address.
 */
async function findDescriptor(deployment: Deployment, isOfMessages: boolean): Promise<Descriptor | null> {
  const { chainId, address } = deployment;
  const listed = (await listContracts()).find(
    (contract) => contract.chainId === chainId && isAddressEqual(contract.address as Address, address),
  );
  if (isOfMessages) {
    const messages = listed && messageDescriptors[listed.name];
    return messages ? boundMessages(messages, deployment) : null;
  }
  if (listed && boundDescriptor(listed.name, deployment, [])) {
    const chain = await findChain(chainId);
    const tokens = await cachedTokens.read(`${chainId} ${address} ${listed.name}`, () =>
      withNode(chain, (node) => readPlatformTokens(node, listed.name, address)),
    );
    return boundDescriptor(listed.name, deployment, tokens);
  }
  if (!(await isListedToken(deployment))) return null;
  return boundMessages(permitDescriptor, deployment);
}

/**
 * Returns the ERC-7730 file for one of the operator's contracts or tokens.
 * @throws ApiError 404 if there is none, 503 if the chain's node is unreachable.
 */
export async function readDescriptor(chainId: string, file: string): Promise<Descriptor> {
  const place = placeOf(chainId, file);
  if (!place) throw new ApiError(404, 'notFound');
  const { isOfMessages, ...deployment } = place;
  const descriptor = await findDescriptor(deployment, isOfMessages);
  if (!descriptor) throw new ApiError(404, 'notFound');
  const { metadata } = descriptor;
  return { ...descriptor, metadata: { ...metadata, info: { url: canonicalOrigin() } } };
}
