import type { Address } from 'viem';

type Constant = string | number | boolean | null;

/** A constant that depends on a value of the data (`mapReference`). */
export type MapReference = { map: string; keyPath: string };

type Parameter<T> = T | MapReference;

/** Parameters of all field formats. */
export type FormatParams = {
  token?: Parameter<string>;
  tokenPath?: string;
  nativeCurrencyAddress?: string | readonly string[];
  threshold?: string;
  chainId?: Parameter<number>;
  chainIdPath?: string;
  senderAddress?: string | readonly string[];
  collection?: Parameter<string>;
  collectionPath?: string;
  encoding?: string;
  base?: string;
  decimals?: number;
  prefix?: boolean;
  $ref?: string;
  callee?: Parameter<string>;
  calleePath?: string;
  selector?: Parameter<string>;
  selectorPath?: string;
  amount?: Parameter<number>;
  amountPath?: string;
  spender?: Parameter<string>;
  spenderPath?: string;
  types?: readonly string[];
  sources?: readonly string[];
};

/** When a field is shown: `always`, `optional`, `never`, or by its value. */
export type Visibility = string | { ifNotIn?: readonly Constant[]; mustBe?: readonly Constant[] };

/** Display format of one field. It has a `path` to the data, or a constant `value`. */
export type FieldFormat = {
  $id?: string;
  path?: string;
  value?: Constant;
  label?: string;
  format?: string;
  params?: FormatParams;
  visible?: Visibility;
  encryption?: object;
};

/** Several fields, of each element of a list if `path` has one. */
export type FieldGroup = {
  path?: string;
  label?: string;
  iteration?: 'sequential' | 'bundled';
  fields: readonly FieldItem[];
};

export type FieldItem = FieldFormat | FieldGroup;

/** Display format of one function or message. */
export type DisplayFormat = {
  $id?: string;
  intent: string;
  interpolatedIntent?: string;
  fields: readonly FieldItem[];
};

export type Deployment = { chainId: number; address: Address };

/** What the domain of a message must have. */
export type DomainBinding = {
  deployments: readonly Deployment[];
  domain?: Readonly<Record<string, string | number>>;
  domainSeparator?: string;
};

/**
 * An ERC-7730 file, version 2, with what it includes, and with its shared definitions in the fields that refer to them.
 * Functions are keyed by their signature with parameter names, and messages by the result of `encodeType` (EIP-712).
 */
export type DescriptorFile = {
  context: { contract?: { deployments: readonly Deployment[] }; eip712?: DomainBinding };
  metadata: {
    owner: string;
    contractName?: string;
    constants?: Readonly<Record<string, Constant>>;
    maps?: Readonly<Record<string, { values: Readonly<Record<string, Constant>> }>>;
    enums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  display: { formats: Readonly<Record<string, DisplayFormat>> };
};
