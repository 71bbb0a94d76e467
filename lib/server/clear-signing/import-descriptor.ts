import 'server-only';
import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  isAddress,
  isHex,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem';
import { formatAbiItem } from 'viem/utils';
import { z } from 'zod';
import type { DescriptorFile, DisplayFormat, FieldItem } from '@/lib/evm/erc7730/descriptor-file';
import { functionOfKey } from '@/lib/evm/erc7730/find-format';
import { parseEncodedType } from '@/lib/evm/erc7730/message-type';
import { isPlainText } from '@/lib/evm/erc7730/plain-text';

/** Why a descriptor is refused. */
export class DescriptorError extends Error {
  override name = 'DescriptorError';
}

const MAX_LABEL = 80;
const MAX_SENTENCE = 200;
const MAX_UNIT = 20;
/** Most values or addresses that a field is compared with. */
const MAX_CHOICES = 32;
/** Most characters of an imported file. Each field that refers to a shared definition has a copy of it. */
export const MAX_CHARACTERS = 512 * 1024;
const MAX_FIELDS = 120;
const MAX_DEPLOYMENTS = 500;
/** Most formats of a file, and of all files about one contract. */
export const MAX_FORMATS = 300;
const MAX_KEY = 4_000;

const text = (longest: number) =>
  z.string().max(longest).refine(isPlainText, 'has characters that could be mistaken, or are invisible');

const constant = z.union([z.literal(''), text(MAX_SENTENCE), z.number(), z.boolean(), z.null()]);
/** A path, or a constant value: an address, a number, or other bytes. */
const path = z
  .string()
  .max(200)
  .regex(/^[\w#$@.[\]:/-]*$/, "isn't a path");
const reference = <T extends z.ZodType>(value: T) => z.union([value, z.object({ map: path, keyPath: path })]);
const address = z.custom<Address>((value) => isAddress(String(value), { strict: false }), "isn't an address");
const addresses = z.union([path, z.array(path).max(MAX_CHOICES)]);

const params = z
  .object({
    token: reference(path),
    tokenPath: path,
    nativeCurrencyAddress: addresses,
    threshold: path,
    chainId: reference(z.int()),
    chainIdPath: path,
    senderAddress: addresses,
    collection: reference(path),
    collectionPath: path,
    encoding: z.enum(['timestamp', 'blockheight']),
    // A digit would make another number of the one before it.
    base: text(MAX_UNIT).regex(/^\D*$/, 'has a digit'),
    decimals: z.int().min(0).max(77),
    prefix: z.boolean(),
    $ref: path,
    callee: reference(path),
    calleePath: path,
    selector: reference(path),
    selectorPath: path,
    amount: reference(z.int()),
    amountPath: path,
    spender: reference(path),
    spenderPath: path,
  })
  .partial();

const visible = z.union([
  z.enum(['always', 'optional', 'never']),
  z.object({ ifNotIn: z.array(constant).min(1).max(MAX_CHOICES) }).strict(),
  z.object({ mustBe: z.array(constant).min(1).max(MAX_CHOICES) }).strict(),
]);

const field = z.object({
  $ref: path.optional(),
  path: path.optional(),
  value: constant.optional(),
  label: text(MAX_LABEL).optional(),
  format: z.string().optional(),
  params: params.optional(),
  visible: visible.optional(),
  encryption: z.object({}).optional(),
});
type RawItem = z.output<typeof field> & {
  iteration?: 'sequential' | 'bundled' | undefined;
  fields?: RawItem[] | undefined;
};
const item: z.ZodType<RawItem> = z.lazy(() =>
  field.extend({
    iteration: z.enum(['sequential', 'bundled']).optional(),
    fields: z.array(item).max(MAX_FIELDS).optional(),
  }),
);

const deployments = z.array(z.object({ chainId: z.int().positive(), address })).max(MAX_DEPLOYMENTS);
type Parameter = { name: string; type: string; components?: Parameter[] | undefined };
const abiParameter: z.ZodType<Parameter> = z.lazy(() =>
  z.object({ name: z.string(), type: z.string(), components: z.array(abiParameter).optional() }),
);
const abi = z.array(
  z.object({ type: z.string(), name: z.string().default(''), inputs: z.array(abiParameter).default([]) }),
);
const members = z.array(z.object({ name: z.string(), type: z.string() }));

/** A file of version 1 or 2, with what it includes. */
const rawFile = z.object({
  context: z.object({
    contract: z
      .object({ deployments: deployments.default([]), abi: z.union([z.string(), abi]).optional() })
      .optional(),
    eip712: z
      .object({
        deployments: deployments.default([]),
        domain: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        domainSeparator: z.string().optional(),
        schemas: z
          .array(
            z.union([
              z.string(),
              z.object({ primaryType: z.string(), types: z.record(z.string(), members) }),
            ]),
          )
          .optional(),
      })
      .optional(),
  }),
  metadata: z.object({
    owner: text(MAX_LABEL),
    contractName: text(MAX_LABEL).optional(),
    constants: z.record(z.string(), constant).optional(),
    maps: z.record(z.string(), z.object({ values: z.record(z.string(), constant) })).optional(),
    // An address of a list isn't fetched: its answer could change after the review.
    enums: z.record(z.string(), z.union([z.record(z.string(), text(MAX_SENTENCE)), z.string()])).optional(),
  }),
  display: z.object({
    definitions: z.record(z.string(), item).optional(),
    formats: z.record(
      z.string().max(MAX_KEY),
      z.object({
        intent: z.union([text(MAX_SENTENCE), z.record(text(MAX_LABEL), text(MAX_LABEL))]),
        interpolatedIntent: text(MAX_SENTENCE).optional(),
        fields: z.array(item).max(MAX_FIELDS).default([]),
        required: z.array(path).max(MAX_FIELDS).nullish(),
        excluded: z.array(path).max(MAX_FIELDS).nullish(),
      }),
    ),
  }),
});
type RawFile = z.output<typeof rawFile>;
type RawFormat = RawFile['display']['formats'][string];

const DEFINITION = /^(?:\$\.display\.definitions|#\/display\/definitions)[./](\w+)$/;

/** Puts the shared definition that an item refers to into it. What the item itself says wins. @throws DescriptorError */
function withDefinition(
  { $ref, ...own }: RawItem,
  definitions: Readonly<Record<string, RawItem>>,
): FieldItem {
  if (own.fields !== undefined)
    return { ...own, fields: own.fields.map((part) => withDefinition(part, definitions)) } as FieldItem;
  if ($ref === undefined) return own as FieldItem;
  const name = DEFINITION.exec($ref)?.[1] ?? '';
  const shared = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (!shared || shared.$ref !== undefined || shared.fields)
    throw new DescriptorError(`${$ref} isn't a definition`);
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return { ...shared, ...given, params: { ...shared.params, ...own.params } } as FieldItem;
}

/** Returns whether each parameter has a name of its own, also those of tuples. A path couldn't tell them apart otherwise. */
function isNamed(parameters: readonly AbiParameter[]): boolean {
  const names = parameters.map(({ name = '' }) => name);
  return (
    new Set(names).size === names.length &&
    !names.includes('') &&
    !names.includes('__proto__') &&
    parameters.every((one) => !('components' in one) || isNamed(one.components))
  );
}

/** Returns the functions of an ABI by their signatures and selectors. The first one of a name counts. @throws for a malformed one. */
const namedFunctions = (functions: readonly AbiFunction[]): ReadonlyMap<string, AbiFunction> =>
  new Map(
    functions
      .flatMap((one) => [
        [toFunctionSignature(one), one] as const,
        [toFunctionSelector(one).toString(), one] as const,
      ])
      .reverse(),
  );

/** Returns the signature with parameter names for a key. In version 1, the names may be in the ABI only. @throws DescriptorError */
function functionKey(key: string, functions: () => ReadonlyMap<string, AbiFunction>): string {
  try {
    const known = functions().get(isHex(key) ? key.toLowerCase() : key.replaceAll(' ', ''));
    const signature = known ? formatAbiItem(known, { includeName: true }) : key;
    if (isNamed(functionOfKey(signature).inputs)) return signature;
  } catch {
    // viem throws for many kinds of malformed signatures.
    throw new DescriptorError(`${key} isn't a function, or isn't in the ABI`);
  }
  throw new DescriptorError(`${key} lacks names`);
}

/** Returns the result of `encodeType` (EIP-712) for a key, which is only a name in version 1. @throws DescriptorError */
function messageKey(key: string, schemas: NonNullable<RawFile['context']['eip712']>['schemas'] = []): string {
  const schema = schemas.find((one) => typeof one === 'object' && one.primaryType === key);
  if (typeof schema !== 'object') {
    if (!parseEncodedType(key)) throw new DescriptorError(`${key} isn't a type`);
    return key;
  }
  const { EIP712Domain: _, ...types } = schema.types;
  const names = Object.keys(types).sort((one, other) =>
    one === key ? -1 : other === key ? 1 : one < other ? -1 : 1,
  );
  return names
    .map((name) => `${name}(${(types[name] ?? []).map((part) => `${part.type} ${part.name}`).join()})`)
    .join('');
}

/** Returns whether an item of a format, or a part of it, shows the value at a path. */
function isShownAt(item: FieldItem, path: string, around = ''): boolean {
  const own = (item.path ?? '').replace(/^#\./, '');
  const full = around === '' || own === '' ? around + own : `${around}.${own}`;
  if ('fields' in item) return item.fields.some((part) => isShownAt(part, path, full));
  return full === path || full.startsWith(`${path}.`);
}

/** Returns a format whose hidden fields are marked as in version 2. */
function convertFormat(
  { intent, interpolatedIntent, required, excluded, fields }: RawFormat,
  definitions: Readonly<Record<string, RawItem>>,
): DisplayFormat {
  const pairs = typeof intent === 'string' ? [] : Object.entries(intent).map((pair) => pair.join(': '));
  const words = typeof intent === 'string' ? intent : pairs.join(', ');
  if (!isPlainText(words)) throw new DescriptorError('has an intent that is too long');
  const hidden = (excluded ?? []).map((one) => ({ path: one, visible: 'never' as const }));
  const shown = fields.map((one) => withDefinition(one, definitions));
  const missing = (required ?? []).filter(
    (one) => !shown.some((field) => isShownAt(field, one.replace(/^#\./, ''))),
  );
  return {
    ...(interpolatedIntent === undefined ? {} : { interpolatedIntent }),
    intent: words,
    // What must be shown and has no format is shown as it is.
    fields: [...shown, ...missing.map((one) => ({ path: one, label: one })), ...hidden],
  };
}

type Eip712 = RawFile['context']['eip712'];

/** Returns the binding of messages. The contract of a domain is one, even if it isn't listed among the deployments. */
function withDeployments(eip712: Eip712): DescriptorFile['context']['eip712'] & object {
  const { deployments = [], domain, domainSeparator } = eip712 ?? {};
  const named = address.safeParse(domain?.verifyingContract);
  const own = named.success ? [{ chainId: Number(domain?.chainId), address: named.data }] : [];
  return {
    deployments: deployments.length > 0 ? deployments : own,
    ...(domain ? { domain } : {}),
    ...(domainSeparator === undefined ? {} : { domainSeparator }),
  };
}

/**
 * Checks a merged ERC-7730 file of version 1 or 2, and returns it in the form that requests are described with.
 * @throws DescriptorError with the reason if it's malformed.
 */
export function importDescriptor(merged: unknown): DescriptorFile {
  const parsed = rawFile.safeParse(merged);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new DescriptorError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { context, metadata, display } = parsed.data;
  const { contract, eip712 } = context;
  if ((contract === undefined) === (eip712 === undefined))
    throw new DescriptorError('context has neither or both of contract and eip712');
  const given = Array.isArray(contract?.abi) ? contract.abi : [];
  const ofAbi = given.filter(({ type }) => type === 'function') as unknown as AbiFunction[];
  let named: ReturnType<typeof namedFunctions> | undefined;
  const functions = () => {
    named ??= namedFunctions(ofAbi);
    return named;
  };
  const all = Object.entries(display.formats);
  if (all.length > MAX_FORMATS) throw new DescriptorError(`has more than ${MAX_FORMATS} formats`);
  let left = MAX_CHARACTERS - JSON.stringify(metadata).length;
  const formats = all.map(([key, format]) => {
    const name = contract ? functionKey(key, functions) : messageKey(key, eip712?.schemas);
    const converted = convertFormat(format, display.definitions ?? {});
    left -= JSON.stringify(converted).length;
    if (left < 0) throw new DescriptorError(`has more than ${MAX_CHARACTERS} characters`);
    return [name, converted] as const;
  });
  const enums = Object.entries(metadata.enums ?? {}).filter(([, values]) => typeof values === 'object');
  return {
    context: contract
      ? { contract: { deployments: contract.deployments } }
      : { eip712: withDeployments(eip712) },
    metadata: { ...metadata, enums: Object.fromEntries(enums) } as DescriptorFile['metadata'],
    display: { formats: Object.fromEntries(formats) },
  };
}
