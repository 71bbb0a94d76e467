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

/** Why a descriptor is refused. */
export class DescriptorError extends Error {
  override name = 'DescriptorError';
}

const MAX_LABEL = 80;
const MAX_SENTENCE = 200;
const MAX_FIELDS = 120;
const MAX_DEPLOYMENTS = 500;
const MAX_FORMATS = 300;

/**
 * Only Latin letters, because other scripts have letters that look like them, and nothing invisible. No quotation marks, because the
 * review puts a descriptor's words between them.
 */
const PLAIN = /^(?!.*[\p{C}\p{Zl}\p{Zp}"“”„«»「」])[\p{Script=Latin}\p{Script=Common}]*$/su;
const text = (longest: number) =>
  z.string().min(1).max(longest).regex(PLAIN, 'has letters that could be mistaken, or invisible characters');

const constant = z.union([z.string().max(MAX_SENTENCE).regex(PLAIN), z.number(), z.boolean(), z.null()]);
/** A path, or a constant value: an address, a number, or other bytes. */
const path = z
  .string()
  .max(200)
  .regex(/^[\w#$@.[\]:/-]*$/, "isn't a path");
const reference = <T extends z.ZodType>(value: T) => z.union([value, z.object({ map: path, keyPath: path })]);
const address = z.custom<Address>((value) => isAddress(String(value), { strict: false }), "isn't an address");
const addresses = z.union([path, z.array(path)]);

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
    base: text(MAX_LABEL),
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
    types: z.array(z.string()),
    sources: z.array(z.string()),
  })
  .partial();

const visible = z.union([
  z.enum(['always', 'optional', 'never']),
  z.object({ ifNotIn: z.array(constant).min(1) }).strict(),
  z.object({ mustBe: z.array(constant).min(1) }).strict(),
]);

const field = z.object({
  $id: z.string().optional(),
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
      z.string().max(4_000),
      z.object({
        $id: z.string().optional(),
        intent: z.union([text(MAX_SENTENCE), z.record(text(MAX_LABEL), text(MAX_LABEL))]),
        interpolatedIntent: text(MAX_SENTENCE).optional(),
        fields: z.array(item).max(MAX_FIELDS).default([]),
        required: z.array(path).nullish(),
        excluded: z.array(path).nullish(),
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

/** Returns the signature with parameter names for a key. In version 1, the names may be in the ABI only. @throws DescriptorError */
function functionKey(key: string, functions: readonly AbiFunction[]): string {
  try {
    const known = functions.find((one) =>
      isHex(key)
        ? toFunctionSelector(one) === key.toLowerCase()
        : toFunctionSignature(one) === key.replaceAll(' ', ''),
    );
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
  { intent, required, excluded, fields, ...format }: RawFormat,
  definitions: Readonly<Record<string, RawItem>>,
): DisplayFormat {
  const hidden = (excluded ?? []).map((one) => ({ path: one, visible: 'never' as const }));
  const shown = fields.map((one) => withDefinition(one, definitions));
  const missing = (required ?? []).filter(
    (one) => !shown.some((field) => isShownAt(field, one.replace(/^#\./, ''))),
  );
  return {
    ...(format.$id === undefined ? {} : { $id: format.$id }),
    ...(format.interpolatedIntent === undefined ? {} : { interpolatedIntent: format.interpolatedIntent }),
    intent:
      typeof intent === 'string'
        ? intent
        : Object.entries(intent)
            .map((pair) => pair.join(': '))
            .join(', '),
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
  const functions = given.filter(({ type }) => type === 'function') as unknown as AbiFunction[];
  const all = Object.entries(display.formats);
  if (all.length > MAX_FORMATS) throw new DescriptorError(`has more than ${MAX_FORMATS} formats`);
  const formats = all.map(
    ([key, format]) =>
      [
        contract ? functionKey(key, functions) : messageKey(key, eip712?.schemas),
        convertFormat(format, display.definitions ?? {}),
      ] as const,
  );
  const enums = Object.entries(metadata.enums ?? {}).filter(([, values]) => typeof values === 'object');
  return {
    context: contract
      ? { contract: { deployments: contract.deployments } }
      : { eip712: withDeployments(eip712) },
    metadata: { ...metadata, enums: Object.fromEntries(enums) } as DescriptorFile['metadata'],
    display: { formats: Object.fromEntries(formats) },
  };
}
