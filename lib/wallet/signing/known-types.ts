import type { TypedDataRequest } from './parse-typed-data';
import { baseOf, isAtom, type TypedStructs } from './typed-data-types';

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const permissions = 'TokenPermissions(address token,uint256 amount)';
const authorization =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce';
const safe = (gas: string) =>
  `address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gas},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce`;
const forwarded = 'address from,address to,uint256 value,uint256 gas,uint256 nonce';

const item =
  'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount';
const seaportOrder =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)';
const seaportItems = [`ConsiderationItem(${item},address recipient)`, `OfferItem(${item})`];
const zeroExOrder =
  'uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees';
const zeroExStructs =
  'Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)';

/** Types whose every field the review takes into account, in the notation of EIP-712 ("encodeType"). */
const knownTypes: ReadonlySet<string> = new Set([
  // ERC-2612, DAI, and collections.
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
  'PermitForAll(address owner,address operator,bool approved,uint256 nonce,uint256 deadline)',
  // Permit2.
  `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
  `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
  `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
  `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
  // ERC-3009.
  `TransferWithAuthorization(${authorization})`,
  `ReceiveWithAuthorization(${authorization})`,
  'CancelAuthorization(address authorizer,bytes32 nonce)',
  // Transfers between vault balances.
  'Transfer(address from,address to,address token,uint256 amount,uint256 nonce,uint256 deadline)',
  // Safe since version 1.0, and before.
  `SafeTx(${safe('baseGas')})`,
  `SafeTx(${safe('dataGas')})`,
  // ERC-2771, with and without a deadline, and meta-transactions of tokens.
  `ForwardRequest(${forwarded},bytes data)`,
  `ForwardRequest(${forwarded},uint48 deadline,bytes data)`,
  'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
  // Orders: Seaport, 0x, and Blur.
  [seaportOrder, ...seaportItems].join(''),
  `ERC721Order(${zeroExOrder},address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)${zeroExStructs}`,
  `ERC1155Order(${zeroExOrder},address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)${zeroExStructs}`,
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
]);

/** Adds the names of all structs that a struct refers to, including its own. */
function addStructs(structs: TypedStructs, name: string, names: Set<string>): void {
  if (isAtom(name) || names.has(name)) return;
  names.add(name);
  for (const { type } of structs.get(name) ?? []) addStructs(structs, baseOf(type), names);
}

/** Returns a message's type in the notation of EIP-712 ("encodeType"): its own struct, then the others by name. */
export function encodedType({
  structs,
  primaryType,
}: Pick<TypedDataRequest, 'structs' | 'primaryType'>): string {
  const names = new Set<string>();
  addStructs(structs, primaryType, names);
  names.delete(primaryType);
  return [primaryType, ...[...names].sort()]
    .map((name) => {
      const fields = structs.get(name) ?? [];
      return `${name}(${fields.map(({ type, name: field }) => `${type} ${field}`).join()})`;
    })
    .join('');
}

/** A tree of Seaport orders, of any depth. */
const bulkTree = /^BulkOrder\(OrderComponents(?:\[\d*\])+ tree\)/;
const bulkStructs = [seaportItems[0], seaportItems[1], seaportOrder].join('');

/** Returns whether the review takes every field of a message into account. */
export function isKnownType(request: TypedDataRequest): boolean {
  const type = encodedType(request);
  return knownTypes.has(type) || (bulkTree.test(type) && type.replace(bulkTree, '') === bulkStructs);
}
