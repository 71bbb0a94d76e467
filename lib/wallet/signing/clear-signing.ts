import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { boundDescriptor, permitDescriptor, tokenDescriptor } from '@/lib/evm/erc7730/descriptor';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { addressValue, amountValue, contractName, type SigningContext } from './context';
import { decodeCall } from './decode-call';
import { type Description, describeCall } from './describe-call';
import type { TypedDataRequest } from './parse-typed-data';
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

/** Describes an ERC-2612 permit of a listed token. Returns null for any other typed data. */
export function describeTypedData(
  { structs, primaryType, domain, message }: TypedDataRequest,
  context: SigningContext,
): Description | null {
  const token = domain.verifyingContract;
  if (token === undefined || domain.chainId === undefined || !isListedToken(context, token)) return null;
  const fields = structs.get(primaryType) ?? [];
  const signature = `${primaryType}(${fields.map(({ type }) => type).join()})`;
  const args = fields.map(({ name }) => message[name]);
  const described = describeCall(permitDescriptor, { signature, args, to: token, value: 0n }, context);
  // Field names matter too: a permit with different field names is a different type (EIP-712, "encodeType").
  const key = `${primaryType}(${fields.map(({ type, name }) => `${type} ${name}`).join()})`;
  return Object.hasOwn(permitDescriptor.display.formats, key) ? described : null;
}
