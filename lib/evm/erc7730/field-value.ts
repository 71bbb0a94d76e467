import { type Address, formatUnits, getAddress, type Hex, isAddress, isHex } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { FieldFormat, MapReference } from './descriptor-file';
import { inFile, type Match, markShown, matchFor, type Scope } from './path';
import { addressOf, atom, bytesOf, integerOf, type TypedValue } from './typed-value';

/** A field's value, converted as its format says. What needs a token list, names, or a language is left to the caller. */
export type FieldValue =
  /** Base units. The token is NATIVE_TOKEN for the native currency, and null if it isn't known which. */
  | {
      kind: 'amount';
      raw: bigint;
      token: Address | null;
      chainId: bigint | null;
      /** Amount in base units from which on it counts as unlimited. */
      threshold: bigint | null;
    }
  | { kind: 'address'; address: Address }
  /** Seconds since the epoch. */
  | { kind: 'time'; seconds: bigint }
  | { kind: 'duration'; seconds: bigint }
  | { kind: 'block'; number: bigint }
  | { kind: 'nft'; id: bigint; collection: Address }
  | { kind: 'network'; chainId: bigint }
  | { kind: 'token'; address: Address; chainId: bigint | null }
  /** The label of a group. */
  | { kind: 'heading' }
  /** The descriptor's word for a value, and the value as it is in the data. */
  | { kind: 'enum'; text: string; raw: string }
  | { kind: 'call'; to: Address; from: Address; value: bigint; data: Hex; chainId: bigint }
  | { kind: 'text'; text: string }
  /** A value that its format doesn't fit, as it is in the data. */
  | { kind: 'unconverted'; text: string };

const textOf = ({ value }: Extract<TypedValue, { kind: 'atom' }>): string => String(value);

/** Returns a value in its natural representation. Lists and structs have none. */
function raw(typed: TypedValue): FieldValue {
  if (typed.kind !== 'atom') return { kind: 'unconverted', text: '' };
  const address = typed.type === 'address' ? addressOf(typed) : null;
  return address ? { kind: 'address', address } : { kind: 'text', text: textOf(typed) };
}

const unconverted = (typed: TypedValue): FieldValue => {
  const value = raw(typed);
  return value.kind === 'text' ? { ...value, kind: 'unconverted' } : value;
};

/**
 * Addresses that contracts use for the native currency. No others count: a descriptor could name the address of a token, and its amounts
 * would be shown in the wrong unit.
 */
const NATIVE_PLACEHOLDERS: readonly Address[] = [NATIVE_TOKEN, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'];

/** Returns an address of an EVM chain as text (ERC-7930). Returns null for other bytes. */
function interoperableText(bytes: Hex | null): string | null {
  // Version 1, chain type 0 (EIP-155), then the chain ID and the address, each after its length.
  const [, idSize = '', rest = ''] = /^0x00010000([\da-f]{2})([\da-f]+)$/i.exec(bytes ?? '') ?? [];
  const digits = 2 * Number.parseInt(idSize, 16);
  const [id, address] = [rest.slice(0, digits), /^14([\da-f]{40})$/i.exec(rest.slice(digits))?.[1]];
  if (!id || !address) return null;
  return `${getAddress(`0x${address.toLowerCase()}`)}@eip155:${BigInt(`0x${id}`)}`;
}

/** Contracts use addresses below this one as placeholders. Nobody has the key to any of them. */
const LARGEST_PLACEHOLDER = 1n << 16n;

const SI = ['y', 'z', 'a', 'f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
const UNPREFIXED = SI.indexOf('');

/** Returns a quantity with its unit. With `prefix`, it has a prefix of the SI, so that its integer part has one to three digits. */
export function quantityText(
  value: bigint,
  { base = '', decimals = 0, prefix = false }: { base?: string; decimals?: number; prefix?: boolean },
): string {
  if (!prefix || value === 0n) return `${formatUnits(value, decimals)}${base}`;
  const digits = String(value < 0n ? -value : value).length;
  const step = Math.floor((digits - 1 - decimals) / 3);
  const at = Math.min(Math.max(step + UNPREFIXED, 0), SI.length - 1);
  const places = decimals + 3 * (at - UNPREFIXED);
  const scaled = places < 0 ? value * 10n ** BigInt(-places) : value;
  return `${formatUnits(scaled, Math.max(places, 0))}${SI[at]}${base}`;
}

/** Converts the values of one field. */
export class FieldReader {
  constructor(
    private readonly field: FieldFormat,
    private readonly match: Match,
    private readonly scope: Scope,
  ) {}

  /** Returns a constant, one at a path in the file, or an entry of a map. */
  private constant(given: string | number | MapReference): TypedValue | null {
    const { file } = this.scope;
    let found: unknown = given;
    if (typeof given === 'object') {
      const key = matchFor(this.match, given.keyPath, this.scope)?.value;
      const values = inFile(`${given.map}.values`, file);
      found = key?.kind === 'atom' ? ownValue(values, textOf(key)) : undefined;
    } else if (typeof given === 'string' && given.startsWith('$.')) found = inFile(given, file);
    return found === undefined || found === null ? null : constantValue(found);
  }

  private find(given: string | number | MapReference | undefined, path: string | undefined): Match | null {
    if (path !== undefined) return matchFor(this.match, path, this.scope);
    const value = given === undefined ? null : this.constant(given);
    return value && { value, source: value, indices: [] };
  }

  /** Returns a parameter, a constant or the value at a path. That of the data counts as shown if it can be converted. */
  private parameter<Value>(
    given: string | number | MapReference | undefined,
    path: string | undefined,
    convert: (typed: TypedValue) => Value | null,
  ): Value | null {
    const found = this.find(given, path);
    const value = found && convert(found.value);
    if (found && value !== null) markShown(found, this.scope);
    return value;
  }

  private addresses(list: string | readonly string[] | undefined): readonly Address[] {
    return [list ?? []].flat().flatMap((entry) => this.parameter(entry, undefined, addressOf) ?? []);
  }

  private chainId(): bigint | null {
    const { chainId, chainIdPath } = this.field.params ?? {};
    return this.parameter(chainId, chainIdPath, integerOf);
  }

  private amount(value: bigint): FieldValue {
    const { token: constant, tokenPath, nativeCurrencyAddress, threshold } = this.field.params ?? {};
    const address = this.parameter(constant, tokenPath, addressOf);
    const isNative =
      address !== null &&
      NATIVE_PLACEHOLDERS.includes(address) &&
      this.addresses(nativeCurrencyAddress).includes(address);
    // The zero address means the native currency only if the descriptor says so.
    const token = isNative ? NATIVE_TOKEN : address === NATIVE_TOKEN ? null : address;
    // The descriptor's own text for a large amount isn't used, because it could be a smaller amount.
    return {
      kind: 'amount',
      raw: value,
      token,
      chainId: this.chainId(),
      threshold: this.parameter(threshold, undefined, integerOf),
    };
  }

  private call(data: Hex): FieldValue | null {
    const { params = {} } = this.field;
    const to = this.parameter(params.callee, params.calleePath, addressOf);
    const prefix = this.parameter(params.selector, params.selectorPath, bytesOf);
    const value = this.parameter(params.amount, params.amountPath, integerOf) ?? 0n;
    const chainId = this.chainId() ?? this.parameter(undefined, '@.chainId', integerOf);
    // Nothing shows the caller, so its path doesn't count as shown.
    const caller = this.find(params.spender, params.spenderPath) ?? this.find(undefined, '@.from');
    const from = caller && addressOf(caller.value);
    const hasSelector = params.selector !== undefined || params.selectorPath !== undefined;
    if (!to || !from || chainId === null || (hasSelector && prefix?.length !== 10)) return null;
    return {
      ...{ kind: 'call', to, from, value, chainId },
      data: prefix ? (`${prefix}${data.slice(2)}` as Hex) : data,
    };
  }

  private address(typed: TypedValue): FieldValue | null {
    const address = addressOf(typed);
    if (!address) return null;
    // Contracts use small numbers for their caller. A descriptor could name the address of somebody else.
    const isSender =
      BigInt(address) < LARGEST_PLACEHOLDER &&
      this.addresses(this.field.params?.senderAddress).includes(address);
    const sender = isSender ? this.parameter(undefined, '@.from', addressOf) : null;
    return { kind: 'address', address: sender ?? address };
  }

  /** Returns the converted value, or null if the value doesn't fit the format. */
  private converted(typed: TypedValue): FieldValue | null {
    const { format = 'raw', params = {} } = this.field;
    const number = integerOf(typed);
    const address = () => addressOf(typed);
    switch (format) {
      case 'raw':
        return raw(typed);
      case 'addressName':
      case 'addressOrName':
        return this.address(typed);
      case 'tokenTicker': {
        const token = address();
        return token && { kind: 'token', address: token, chainId: this.chainId() };
      }
      case 'enum': {
        const key = typed.kind === 'atom' ? textOf(typed) : '';
        const text = ownValue(inFile(params.$ref ?? '', this.scope.file), key);
        return typeof text === 'string' ? { kind: 'enum', text, raw: key } : null;
      }
      case 'interoperableAddressName': {
        const text = interoperableText(bytesOf(typed));
        return text === null ? null : { kind: 'text', text };
      }
      case 'calldata': {
        const data = bytesOf(typed);
        return data && this.call(data);
      }
    }
    // A negative number is no amount, time, or ID.
    if (number === null || (number < 0n && format !== 'unit')) return null;
    switch (format) {
      case 'amount':
        return { kind: 'amount', raw: number, token: NATIVE_TOKEN, chainId: null, threshold: null };
      case 'tokenAmount':
        return this.amount(number);
      case 'nftName': {
        const collection = this.parameter(params.collection, params.collectionPath, addressOf);
        return collection && { kind: 'nft', id: number, collection };
      }
      case 'date':
        return params.encoding === 'blockheight'
          ? { kind: 'block', number }
          : { kind: 'time', seconds: number };
      case 'duration':
        return { kind: 'duration', seconds: number };
      case 'unit':
        return { kind: 'text', text: quantityText(number, params) };
      case 'chainId':
        return { kind: 'network', chainId: number };
      default:
        return null;
    }
  }

  /** Returns the field's value. Encrypted values aren't decrypted, and are shown as they are. */
  read(): FieldValue {
    const { value } = this.match;
    return (this.field.encryption ? null : this.converted(value)) ?? unconverted(value);
  }
}

const ownValue = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, key)
    ? (of as Record<string, unknown>)[key]
    : undefined;

/** Returns a constant of a descriptor as a value. */
function constantValue(constant: unknown): TypedValue {
  if (typeof constant === 'string' && isAddress(constant, { strict: false }))
    return atom('address', getAddress(constant.toLowerCase() as Hex));
  return atom(typeof constant === 'string' && isHex(constant) ? 'bytes' : 'constant', constant);
}
