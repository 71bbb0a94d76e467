import { type Address, formatUnits, getAddress, isAddress } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { type Descriptor, type FieldFormat, formatOf } from '@/lib/evm/erc7730/descriptor';
import { endValue, isBoundless } from './allowance';
import { addressValue, amountValue, type SigningContext } from './context';
import { choices, type FactLabel, type FactValue } from './reading';
import { isRecord } from './typed-data-types';

/** Intents of the descriptors. Their messages are under `wallet.signing.intent`. */
export const intents = [
  'deposit',
  'withdraw',
  'vaultTransfer',
  'cancelTransfer',
  'cancelAuthorization',
  'stake',
  'unstake',
  'claimRewards',
  'exitPool',
  'contribute',
  'claimPresale',
  'refund',
  'pledge',
  'redeem',
  'exitEarly',
  'setRecovery',
  'removeRecovery',
  'requestRecovery',
  'vetoRecovery',
  'recover',
  'topUpCard',
  'payCardOwed',
  'requestCardWithdrawal',
  'cancelCardWithdrawal',
  'withdrawRequested',
  'withdrawFromCard',
  'openCard',
  'setCardLimits',
  'setCardStatus',
  'freezeCard',
  'unfreezeCard',
  'closeCard',
  'cancelSignature',
  'releaseExpired',
  'swap',
  'approve',
  'permit',
  'transfer',
] as const;
export type Intent = (typeof intents)[number];

/** Field labels used in the descriptors. Their messages are under `wallet.signing.fact`. */
export const fieldLabels = [
  'amount',
  'paidTo',
  'from',
  'fee',
  'term',
  'pledge',
  'transferNonce',
  'minimum',
  'spender',
  'owner',
  'token',
  'recoveryAddress',
  'delay',
  'count',
  'card',
  'cardStatus',
  'perDay',
  'perMonth',
  'offlinePerMonth',
  'perDayUnits',
  'perMonthUnits',
  'offlinePerMonthUnits',
  'overCapture',
  'signatureNonce',
  'until',
] as const satisfies readonly FactLabel[];
type FieldLabel = (typeof fieldLabels)[number];

export type DescribedField = {
  label: FieldLabel;
  value: FactValue;
  /** Token of an amount. The native currency has the address NATIVE_TOKEN. */
  token: Address | null;
  isInSentence: boolean;
};

/** What a request does, in terms that users understand. */
export type Description = {
  intent: Intent;
  /** Whether all values in the sentence are known. If not, only the short intent is shown. */
  isComplete: boolean;
  fields: readonly DescribedField[];
};

/** A call or message to describe: its arguments in order, and the values of its container (`@` paths). */
export type Described = {
  signature: string;
  args: readonly unknown[];
  to: Address;
  value: bigint;
};

type Root = { named: Readonly<Record<string, unknown>>; container: Readonly<Record<string, unknown>> };

const elementAt = (list: unknown, index: number): unknown =>
  Array.isArray(list) ? list.at(index) : undefined;

/**
 * Resolves an ERC-7730 path in the arguments, the container (`@`), or the descriptor (`$`). Slices are not supported.
 */
function resolve(path: string, { named, container }: Root, descriptor: Descriptor): unknown {
  const [first = '', ...rest] = path.split('.');
  const start = first === '@' ? container : first === '$' ? descriptor : named;
  const steps = ['@', '$', '#'].includes(first) ? rest : [first, ...rest];
  return steps.reduce<unknown>((at, step) => {
    const index = /^\[(-?\d+)\]$/.exec(step)?.[1];
    if (index !== undefined) return elementAt(at, Number(index));
    return isRecord(at) && Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined;
  }, start);
}

/** Returns the token of an amount, or null if the token is unknown or the field isn't an amount. */
function tokenOf({ format, params }: FieldFormat, root: Root, descriptor: Descriptor): Address | null {
  if (format === 'amount') return NATIVE_TOKEN;
  if (format !== 'tokenAmount') return null;
  const { token, tokenPath } = params ?? {};
  const found =
    typeof token === 'object'
      ? resolve(`${token.map}.values.${resolve(token.keyPath, root, descriptor)}`, root, descriptor)
      : token?.startsWith('$.')
        ? resolve(token, root, descriptor)
        : (token ?? (tokenPath && resolve(tokenPath, root, descriptor)));
  return typeof found === 'string' && isAddress(found, { strict: false }) ? getAddress(found) : null;
}

function tokenAmount(
  field: FieldFormat,
  raw: bigint,
  { root, descriptor, context }: { root: Root; descriptor: Descriptor; context: SigningContext },
): FactValue {
  const token = tokenOf(field, root, descriptor);
  const { threshold, nativeCurrencyAddress } = field.params ?? {};
  if (token === null || (token === NATIVE_TOKEN && nativeCurrencyAddress !== NATIVE_TOKEN))
    return { kind: 'amount', raw, token: null };
  const amount = amountValue(context, token, raw);
  const isLimited = threshold === undefined || (raw < BigInt(threshold) && !isBoundless(raw));
  if (isLimited || amount.kind !== 'amount') return amount;
  return { kind: 'unlimited', symbol: amount.token?.symbol ?? null };
}

const textOf = (value: unknown): FactValue => ({ kind: 'text', text: String(value) });

/**
 * Formats a value as its field specifies (ERC-7730, "Field formats"). Values with an unsupported format become plain
 * text.
 */
function formatted(
  field: FieldFormat,
  value: unknown,
  place: { root: Root; descriptor: Descriptor; context: SigningContext },
): FactValue {
  const { descriptor, context } = place;
  const { format, params = {} } = field;
  if (format === 'addressName' && typeof value === 'string' && isAddress(value, { strict: false }))
    return addressValue(context, getAddress(value));
  if (format === 'enum' && params.$ref) {
    const text = resolve(`${params.$ref}.${value}`, place.root, descriptor) ?? value;
    const choice = choices.find((known) => known === text);
    return choice ? { kind: 'choice', choice } : textOf(text);
  }
  if (typeof value !== 'bigint' && typeof value !== 'number') return textOf(value);
  const number = BigInt(value);
  switch (format) {
    case 'tokenAmount':
      return tokenAmount(field, number, place);
    case 'amount':
      return amountValue(context, null, number);
    case 'date':
      return params.encoding === 'timestamp' ? endValue(number) : textOf(value);
    case 'duration':
      return { kind: 'duration', seconds: number };
    case 'unit':
      return textOf(`${formatUnits(number, params.decimals ?? 0)}${params.base ?? ''}`);
    default:
      return textOf(value);
  }
}

const isKnown = (value: FactValue) => value.kind !== 'amount' || value.token !== null;

const isFieldLabel = (id: string): id is FieldLabel => fieldLabels.some((label) => label === id);
const isIntent = (id: string): id is Intent => intents.some((intent) => intent === id);

/**
 * Returns what arrives at least of an amount that its contract takes a fee from. ERC-7730 has no computed fields, and the
 * sentence has the whole amount.
 */
function leastReceived(fields: readonly DescribedField[]): DescribedField[] {
  const [amount, fee] = ['amount', 'fee'].map((label) => fields.find((field) => field.label === label));
  if (amount?.value.kind !== 'amount' || fee?.value.kind !== 'amount' || amount.token !== fee.token)
    return [];
  const raw = amount.value.raw > fee.value.raw ? amount.value.raw - fee.value.raw : 0n;
  return [{ label: 'minimum', value: { ...amount.value, raw }, token: amount.token, isInSentence: false }];
}

/**
 * Describes a call or message using its ERC-7730 descriptor: its intent, and the fields that are always visible.
 * Returns null if the descriptor doesn't have the function, or if a field can't be read.
 */
export function describeCall(
  descriptor: Descriptor,
  { signature, args, to, value }: Described,
  context: SigningContext,
): Description | null {
  const known = formatOf(descriptor, signature);
  if (!known) return null;
  const { format, inputs } = known;
  const { $id: intent } = format;
  if (!isIntent(intent)) return null;
  const root: Root = {
    named: Object.fromEntries(inputs.map(({ name = '' }, index) => [name, args[index]])),
    container: { from: context.account, to, value, chainId: BigInt(context.chainId) },
  };
  const fields: DescribedField[] = [];
  for (const field of format.fields) {
    if (field.visible !== undefined && field.visible !== 'always') continue;
    const found = resolve(field.path, root, descriptor);
    if (found === undefined || !isFieldLabel(field.$id)) return null;
    fields.push({
      label: field.$id,
      value: formatted(field, found, { root, descriptor, context }),
      token: tokenOf(field, root, descriptor),
      isInSentence: format.interpolatedIntent.includes(`{${field.path}}`),
    });
  }
  return {
    intent,
    isComplete: fields.every((field) => !field.isInSentence || isKnown(field.value)),
    fields: [...fields, ...leastReceived(fields)],
  };
}
