import { type Abi, type Address, type Client, type Hash, isAddress, isAddressEqual, parseAbi } from 'viem';
import type { Call } from '@/lib/evm/multicall-slice';
import { readAll, readFixed } from '@/lib/evm/read-many';
import { type Arrival, isNft, type NftStandard, type TokenArrival } from './arrivals';
import type { Nft } from './nft';
import { cleanText } from './nft';
import { readOwnDoing } from './own-doing';
import { inOrder, nameSuspicions } from './suspicion';

const abi: Abi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
]);
/** ERC-165 interface identifiers. */
const interfaceIds: Record<NftStandard, string> = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' };
const NAME_CHARACTERS = 60;

/** An NFT that the account may own, and its transfers to the account. */
export type Candidate = Pick<Nft, 'contract' | 'tokenId' | 'standard'> & {
  arrivals: Pick<Arrival, 'transactionHash' | 'operator'>[];
};

/** Returns each NFT once, with all its transfers to the account, in order of first appearance. */
export function candidatesOf(
  arrivals: readonly (Arrival | TokenArrival)[],
  added: readonly Pick<Nft, 'contract' | 'tokenId' | 'standard'>[],
): Candidate[] {
  const byId = new Map<string, Candidate>();
  for (const { contract, tokenId, standard, ...arrival } of [
    ...added.map((one) => ({ ...one, transactionHash: undefined, operator: null })),
    ...arrivals.filter(isNft),
  ]) {
    const id = `${standard} ${contract} ${tokenId}`;
    const known = byId.get(id) ?? { contract, tokenId, standard, arrivals: [] };
    byId.set(id, known);
    const { transactionHash, operator } = arrival;
    if (transactionHash !== undefined) known.arrivals.push({ transactionHash, operator });
  }
  return [...byId.values()];
}

/** Returns the quantity owned, from the result of `ownerOf` or `balanceOf`. */
function quantityOf(standard: NftStandard, answer: unknown, account: Address): bigint {
  if (standard === 'erc1155') return typeof answer === 'bigint' ? answer : 0n;
  return typeof answer === 'string' && isAddress(answer, { strict: false }) && isAddressEqual(answer, account)
    ? 1n
    : 0n;
}

/** Returns a contract's sanitized name and symbol, and the signs of spam in them. */
function namesOf(name: unknown, symbol: unknown) {
  const texts = [name, symbol].map((answer) => (typeof answer === 'string' ? answer : ''));
  const [collection = '', short = ''] = texts.map((text) => cleanText(text, NAME_CHARACTERS));
  return { collection, symbol: short, suspicions: inOrder(texts.flatMap(nameSuspicions)) };
}

/**
 * Returns the candidates that the account currently owns, according to their contracts, which must also support the
 * expected interface (ERC-165). `senders` caches earlier reads.
 * @throws if the RPC request fails.
 */
export async function readOwned(
  client: Client,
  {
    chainId,
    account,
    candidates,
    senders,
  }: {
    chainId: number;
    account: Address;
    candidates: readonly Candidate[];
    senders: Map<Hash, Address | null>;
  },
): Promise<Nft[]> {
  const contracts = [
    ...new Map(
      candidates.map(({ contract, standard }) => [`${standard} ${contract}`, { contract, standard }]),
    ).values(),
  ];
  const facts = contracts.flatMap(({ contract: address, standard }): Call[] => [
    { address, abi, functionName: 'supportsInterface', args: [interfaceIds[standard]] },
    { address, abi, functionName: 'name' },
    { address, abi, functionName: 'symbol' },
  ]);
  const quantities = candidates.map(
    ({ contract: address, tokenId, standard }): Call =>
      standard === 'erc721'
        ? { address, abi, functionName: 'ownerOf', args: [tokenId] }
        : { address, abi, functionName: 'balanceOf', args: [account, tokenId] },
  );
  const [answers, owners] = await Promise.all([readFixed(client, facts), readAll(client, quantities)]);
  const about = new Map(
    contracts.map(({ contract, standard }, index) => {
      const [isStandard, name, symbol] = answers.slice(index * 3, index * 3 + 3);
      return [
        `${standard} ${contract}`,
        { isStandard: isStandard === true, ...namesOf(name, symbol) },
      ] as const;
    }),
  );
  const owned = candidates.flatMap((candidate, index) => {
    const { contract, tokenId, standard } = candidate;
    const quantity = quantityOf(standard, owners[index], account);
    const known = about.get(`${standard} ${contract}`);
    if (!known?.isStandard || quantity === 0n) return [];
    const { isStandard: _, ...names } = known;
    return [{ candidate, nft: { chainId, contract, tokenId, standard, quantity, ...names } }];
  });

  const isOwnDoing = await readOwnDoing(
    client,
    account,
    owned.map(({ candidate }) => candidate.arrivals),
    senders,
  );
  return owned.map(({ nft }, index) => ({ ...nft, isOwnDoing: isOwnDoing[index] === true }));
}

/** Reads an NFT that the user specifies, or returns null if the account doesn't own it. */
export async function readNamed(
  client: Client,
  order: { chainId: number; account: Address; contract: Address; tokenId: bigint },
): Promise<Nft | null> {
  const { contract, tokenId } = order;
  const candidates = (['erc721', 'erc1155'] as const).map(
    (standard): Candidate => ({ contract, tokenId, standard, arrivals: [] }),
  );
  const [found] = await readOwned(client, { ...order, candidates, senders: new Map() });
  return found ?? null;
}
