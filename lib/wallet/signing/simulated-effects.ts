import {
  type Address,
  getAddress,
  isAddressEqual,
  type Log,
  maxUint256,
  parseAbi,
  parseEventLogs,
} from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { sum } from '@/lib/evm/bigint';
import { groupBy } from '@/lib/group-by';
import { trustedName } from '@/lib/wallet/approvals/approval-events';
import { listedAddress, listedToken } from '@/lib/wallet/tokens/listed-token';
import { type Allowance, permit2End, readAllowance } from './allowance';
import { contractName, type SigningContext } from './context';
import { type Finding, found, ranked } from './finding';
import { type Move, readMove } from './move';
import { factOf, type Group, type Reading } from './reading';

type Transfer = Move & { token: Address; amount: bigint };
/**
 * What a simulated transaction transfers out of the account, and what others may take afterward, for any token or
 * NFT.
 */
export type SimulatedEffects = { transfers: readonly Transfer[]; allowances: readonly Allowance[] };

/**
 * Events of ERC-20, ERC-721 (with a token ID instead of the amount), older tokens (no indexed parameters), ERC-777,
 * ERC-1155, and Permit2. The number of topics distinguishes events with the same name.
 */
const events = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Transfer(address from, address to, uint256 amount)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
  'event Approval(address indexed owner, address indexed spender, uint256 indexed tokenId)',
  'event Approval(address owner, address spender, uint256 amount)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event AuthorizedOperator(address indexed operator, address indexed holder)',
  'event RevokedOperator(address indexed operator, address indexed holder)',
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
]);
type Event = ReturnType<typeof parseEventLogs<typeof events, true>>[number];

function transfersOf({ address, eventName, args }: Event): Transfer[] {
  const token = getAddress(address);
  switch (eventName) {
    case 'Transfer':
      return ['tokenId' in args ? { token, amount: 1n, ...args } : { token, ...args }];
    case 'TransferSingle':
      return [{ token, from: args.from, to: args.to, tokenId: args.id, amount: args.value }];
    case 'TransferBatch': {
      const { from, to, ids, values } = args;
      return ids.map((tokenId, index) => ({ token, from, to, tokenId, amount: values[index] ?? 0n }));
    }
    default:
      return [];
  }
}

/** Returns an event's allowance. A later one replaces an earlier one with the same `kind`, token, and spender. */
function allowanceOf({ address, eventName, args }: Event): (Allowance & { kind: string })[] {
  const token = getAddress(address);
  switch (eventName) {
    case 'Approval':
      if ('token' in args) return [{ kind: 'permit2', ...args, ...permit2End(BigInt(args.expiration)) }];
      if ('amount' in args) return [{ kind: 'amount', token, ...args }];
      // Approving the zero address revokes the NFT's approval.
      if (args.spender === NATIVE_TOKEN) return [];
      return [{ kind: `${args.tokenId}`, token, ...args, amount: args.tokenId, isNft: true }];
    case 'Permit':
      return [{ kind: 'permit2', ...args, ...permit2End(BigInt(args.expiration)) }];
    case 'ApprovalForAll': {
      const { owner, operator: spender, approved } = args;
      return [{ kind: 'all', token, owner, spender, amount: approved ? null : 0n }];
    }
    case 'AuthorizedOperator':
    case 'RevokedOperator': {
      const { holder: owner, operator: spender } = args;
      const amount = eventName === 'AuthorizedOperator' ? maxUint256 : 0n;
      return [{ kind: 'operator', token, owner, spender, amount }];
    }
    default:
      return [];
  }
}

const assetOf = ({ token, tokenId }: Pick<Transfer, 'token' | 'tokenId'>) => `${token} ${tokenId ?? ''}`;

/** Sums transfers by key. */
function totals(transfers: readonly Transfer[], key: (transfer: Transfer) => string): Map<string, Transfer> {
  const sums = new Map<string, Transfer>();
  for (const transfer of transfers) {
    const amount = (sums.get(key(transfer))?.amount ?? 0n) + transfer.amount;
    sums.set(key(transfer), { ...transfer, amount });
  }
  return sums;
}

/**
 * Returns the account's net outgoing transfers by recipient, and its remaining allowances, from the events of a
 * simulated transaction.
 */
export function effectsOfLogs(logs: Log[], account: Address): SimulatedEffects {
  const parsed = parseEventLogs({ abi: events, logs });
  const moved = parsed.flatMap(transfersOf).filter(({ from, to }) => !isAddressEqual(from, to));
  const sent = moved.filter(({ from }) => isAddressEqual(from, account));
  const out = totals(sent, assetOf);
  const back = totals(
    moved.filter(({ to }) => isAddressEqual(to, account)),
    assetOf,
  );
  const isLost = (asset: string) => (out.get(asset)?.amount ?? 0n) > (back.get(asset)?.amount ?? 0n);
  const lost = sent.filter((transfer) => isLost(assetOf(transfer)));
  const allowances = parsed
    .flatMap(allowanceOf)
    .filter(({ owner }) => isAddressEqual(owner, account))
    .map(({ kind, ...allowance }) => [`${kind} ${allowance.token} ${allowance.spender}`, allowance] as const);
  return {
    transfers: [...totals(lost, (transfer) => `${assetOf(transfer)} ${transfer.to}`).values()],
    allowances: [...new Map(allowances).values()].filter(({ amount, isNft }) => amount !== 0n || isNft),
  };
}

/** What the request itself sends from the account: the amount of each asset, by recipient. */
type Requested = ReadonlyMap<string, ReadonlyMap<Address, bigint>>;

function requestedAmounts(groups: readonly Group[]): Requested {
  const requested = new Map<string, Map<Address, bigint>>();
  for (const group of groups.filter(({ title }) => title === 'leaves')) {
    const [token, id, amount, to] = [
      factOf(group, 'token') ?? factOf(group, 'collection'),
      factOf(group, 'tokenId'),
      factOf(group, 'amount'),
      factOf(group, 'to'),
    ];
    if (token?.kind !== 'address' || to?.kind !== 'address') continue;
    const tokenId = id?.kind === 'text' ? BigInt(id.text) : undefined;
    const raw = amount?.kind === 'amount' ? amount.raw : amount?.kind === 'text' ? BigInt(amount.text) : 1n;
    const asset = assetOf({ token: token.address, ...(tokenId === undefined ? {} : { tokenId }) });
    const flows = requested.get(asset) ?? new Map<Address, bigint>();
    requested.set(asset, flows.set(to.address, (flows.get(to.address) ?? 0n) + raw));
  }
  return requested;
}

/** Returns whether the request sends this NFT: `transferFrom` of ERC-20 and ERC-721 have the same selector. */
const isRequestedNft = ({ token, to, tokenId }: Transfer, requested: Requested): boolean =>
  tokenId !== undefined && requested.get(assetOf({ token }))?.get(to) === tokenId;

/** A token with a transfer fee may send at most this part of a payment to others than its recipient. */
const MAX_FEE_DIVISOR = 10n;

/**
 * Returns whether transfers of one asset differ from the requested ones only by a fee: all together aren't more, and each
 * recipient gets nearly all of its amount.
 */
function isFeeOnly(transfers: readonly Transfer[], flows: ReadonlyMap<Address, bigint> | undefined): boolean {
  if (!flows || sum(transfers.map(({ amount }) => amount)) > sum(flows.values())) return false;
  return [...flows].every(([to, amount]) => {
    const arrived = sum(
      transfers.filter((transfer) => transfer.to === to).map((transfer) => transfer.amount),
    );
    return arrived >= amount - amount / MAX_FEE_DIVISOR;
  });
}

/**
 * Returns the simulated transfers that the request doesn't specify, with their recipients. What it sends to the called
 * platform contract may go to anybody, because the router passes it on.
 */
function unspecified(
  transfers: readonly Transfer[],
  groups: readonly Group[],
  context: SigningContext,
): Transfer[] {
  const requested = requestedAmounts(groups);
  const place = groups.find(({ title }) => title === 'transaction');
  const target = place && factOf(place, 'to');
  const isPlatform =
    target?.kind === 'address' && trustedName(contractName(context, target.address)) !== null;
  const called = isPlatform ? target.address : null;
  return [...groupBy(transfers, assetOf)].flatMap(([asset, same]) => {
    const flows = requested.get(asset);
    if (isFeeOnly(same, flows)) return [];
    const leftOf = ({ to, amount }: Transfer) => amount - (to === called ? 0n : (flows?.get(to) ?? 0n));
    const rest = same.filter((transfer) => leftOf(transfer) > 0n && !isRequestedNft(transfer, requested));
    const passed = (called && flows?.get(called)) ?? 0n;
    return sum(rest.map(leftOf)) > passed ? rest : [];
  });
}

const allowanceKey = (group: Group) =>
  (['spender', 'amount', 'token', 'collection', 'tokenId'] as const)
    .map((label) => {
      const value = factOf(group, label);
      if (value?.kind === 'address') return value.address;
      return value?.kind === 'amount' || value?.kind === 'text'
        ? 'raw' in value
          ? value.raw
          : value.text
        : value?.kind;
    })
    .join(' ');

type Part = { findings: readonly Finding[]; group: Group };

/**
 * Describes a transfer that the request doesn't specify. Doesn't check the recipient, because any contract may
 * receive tokens.
 */
function readTransfer(transfer: Transfer, context: SigningContext): Part {
  const symbol = listedToken(context.coins, context.chainId, transfer.token)?.symbol;
  return {
    group: readMove({ ...transfer, isPulled: true }, context).group,
    findings: [found('hiddenTransfer', symbol ?? transfer.token)],
  };
}

/** Maximum number of simulated effects that a review lists. */
const MAX_SHOWN = 24;

/**
 * Adds the simulated effects that the request doesn't specify: other transfers out of the account, as dangers, and
 * other allowances. If `effects` is null because the simulation failed, adds a caution instead.
 */
export function withEffects(
  { findings, groups }: Reading,
  effects: SimulatedEffects | null,
  context: SigningContext,
): Reading {
  if (effects === null) return { groups, findings: ranked([...findings, found('notSimulated')]) };
  const known = new Set(groups.filter(({ title }) => title === 'allowance').map(allowanceKey));
  const listed = new Set(
    context.coins.flatMap(({ tokens }) =>
      tokens.flatMap((token) => (token.chainId === context.chainId ? listedAddress(token.address) : [])),
    ),
  );
  const hidden = [...effects.allowances, ...unspecified(effects.transfers, groups, context)];
  // Listed tokens come first, because a contract can emit any number of events for its own tokens.
  const ordered = [true, false].flatMap((isListed) =>
    hidden.filter(({ token }) => listed.has(token) === isListed),
  );
  const shown: Part[] = [];
  let isTooMuch = false;
  for (const effect of ordered) {
    const part = 'owner' in effect ? readAllowance(effect, context) : readTransfer(effect, context);
    if (known.has(allowanceKey(part.group))) continue;
    isTooMuch = shown.length === MAX_SHOWN;
    if (isTooMuch) break;
    shown.push(part);
  }
  return {
    findings: ranked([
      ...findings,
      ...shown.flatMap((part) => part.findings),
      ...(isTooMuch ? [found('moreEffects')] : []),
    ]),
    groups: [...shown.map(({ group }) => group), ...groups],
  };
}
