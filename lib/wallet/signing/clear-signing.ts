import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { CARD_DOMAIN } from '@/lib/evm/card-account';
import {
  boundDescriptor,
  type Descriptor,
  messageDescriptors,
  permitDescriptor,
  tokenDescriptor,
} from '@/lib/evm/erc7730/descriptor';
import { VAULT_DOMAIN } from '@/lib/evm/vault-transfer';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { addressValue, amountValue, contractName, type SigningContext } from './context';
import { decodeCall } from './decode-call';
import { type Description, describeCall } from './describe-call';
import { domainFields, type TypedDataRequest, type TypedDomain } from './parse-typed-data';
import type { TransactionRequest } from './transaction';

const isListedToken = ({ coins, chainId }: SigningContext, address: Address) =>
  address !== NATIVE_TOKEN && listedToken(coins, chainId, address) !== null;

/**
 * Describes a transaction to a listed contract or token, or a payment in the native currency. Returns null for any
 * other transaction, because an unknown contract may use the same signatures for other purposes.
 */
export function describeTransaction(
  { to, value, data }: TransactionRequest,
  context: SigningContext,
): Description | null {
  if (to === null) return null;
  if (data === '0x')
    return {
      intent: 'transfer',
      isComplete: true,
      fields: [
        {
          label: 'amount',
          value: amountValue(context, null, value),
          token: NATIVE_TOKEN,
          isInSentence: true,
        },
        { label: 'paidTo', value: addressValue(context, to), token: null, isInSentence: true },
      ],
    };
  const call = decodeCall(data);
  if (!call) return null;
  const name = contractName(context, to);
  const { chainId, platformTokens } = context;
  const descriptor =
    name === null
      ? isListedToken(context, to) && tokenDescriptor
      : boundDescriptor(name, { chainId, address: to }, platformTokens.get(to) ?? []);
  if (!descriptor) return null;
  const args = call.args.map((argument) => argument.value);
  return describeCall(descriptor, { signature: call.signature, args, to, value }, context);
}

/** Returns the descriptor of the messages that users sign for a listed contract or token, or null if there is none. */
function messageDescriptor(contract: Address, context: SigningContext): Descriptor | null {
  const name = contractName(context, contract);
  if (name !== null) return messageDescriptors[name] ?? null;
  return isListedToken(context, contract) ? permitDescriptor : null;
}

/** Names and versions of the EIP-712 domains of listed contracts. */
const domains: Readonly<Record<string, Pick<TypedDomain, 'name' | 'version'>>> = {
  vault_contract: VAULT_DOMAIN,
  card_contract: CARD_DOMAIN,
};

/**
 * Returns whether the contract can accept the domain: its fields have the order of EIP-712, and those of a listed contract
 * its name and version. The message would say that money moves, although the contract rejects it.
 */
function isOwnDomain({ structs, domain }: TypedDataRequest, contract: string | null): boolean {
  const { name, version } = (contract === null ? undefined : domains[contract]) ?? domain;
  const fields = (structs.get('EIP712Domain') ?? []).map((field) => field.name);
  const ordered = domainFields.filter((field) => fields.includes(field));
  return domain.name === name && domain.version === version && fields.join() === ordered.join();
}

/**
 * Describes an ERC-2612 permit of a listed token, a transfer from a vault balance, or a change of a card. Returns null for
 * any other typed data.
 */
export function describeTypedData(request: TypedDataRequest, context: SigningContext): Description | null {
  const { structs, primaryType, domain, message } = request;
  const contract = domain.verifyingContract;
  if (contract === undefined || domain.chainId === undefined) return null;
  const descriptor = messageDescriptor(contract, context);
  if (!descriptor || !isOwnDomain(request, contractName(context, contract))) return null;
  const fields = structs.get(primaryType) ?? [];
  const signature = `${primaryType}(${fields.map(({ type }) => type).join()})`;
  const args = fields.map(({ name }) => message[name]);
  const described = describeCall(descriptor, { signature, args, to: contract, value: 0n }, context);
  // Field names matter too: a permit with different field names is a different type (EIP-712, "encodeType").
  const key = `${primaryType}(${fields.map(({ type, name }) => `${type} ${name}`).join()})`;
  return Object.hasOwn(descriptor.display.formats, key) ? described : null;
}
