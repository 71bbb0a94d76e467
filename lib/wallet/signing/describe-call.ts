import type { Address } from 'viem';
import { type Descriptor, formatOf } from '@/lib/evm/erc7730/descriptor';
import { type DisplayedField, display } from '@/lib/evm/erc7730/display';
import { ofArguments } from '@/lib/evm/erc7730/typed-value';
import { isBoundless } from './allowance';
import { amountValue, type SigningContext } from './context';
import { factValue } from './described';
import { choices, type FactLabel, type FactValue } from './reading';

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

/** Returns the value of a field of one of this site's own descriptors, whose enumerations are translated. */
function ownValue({ value }: DisplayedField, context: SigningContext): FactValue {
  if (value.kind === 'enum') {
    const choice = choices.find((known) => known === value.text);
    if (choice) return { kind: 'choice', choice };
  }
  if (value.kind !== 'amount' || value.token === null) return factValue(value, context);
  const { raw, token, threshold } = value;
  const amount = amountValue(context, token, raw);
  const isLimited = threshold === null || (raw < threshold && !isBoundless(raw));
  if (isLimited || amount.kind !== 'amount') return amount;
  return { kind: 'unlimited', symbol: amount.token?.symbol ?? null };
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
  const shown = format.fields.filter(({ visible = 'always' }) => visible === 'always');
  const container = { from: context.account, to, value, chainId: context.chainId };
  const described = display({ ...format, fields: shown }, ofArguments(inputs, args), container, descriptor);
  if (!described) return null;
  const fields: DescribedField[] = [];
  for (const field of described.fields) {
    const { id: label, path } = field;
    if (label === null || !isFieldLabel(label)) return null;
    fields.push({
      label,
      value: ownValue(field, context),
      token: field.value.kind === 'amount' ? field.value.token : null,
      isInSentence: format.interpolatedIntent.includes(`{${path}}`),
    });
  }
  return {
    intent,
    isComplete: fields.every((field) => !field.isInSentence || isKnown(field.value)),
    fields: [...fields, ...leastReceived(fields)],
  };
}
