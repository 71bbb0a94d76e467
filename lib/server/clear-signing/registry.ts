import 'server-only';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { toFunctionSelector } from 'viem';
import type { DescriptorFile } from '@/lib/evm/erc7730/descriptor-file';
import { functionOfKey } from '@/lib/evm/erc7730/find-format';
import { parseEncodedType, type Struct } from '@/lib/evm/erc7730/message-type';
import { serverEnv } from '@/lib/settings/env';
import { describeError } from '../describe-error';
import { log } from '../log';
import { DescriptorError, importDescriptor } from './import-descriptor';

const MAX_BYTES = 512 * 1024;
/** Most files that include each other. */
const MAX_INCLUDES = 4;
/** Most refusals in one log entry. */
const MAX_LOGGED = 50;

type Json = { readonly [key: string]: unknown };

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pathOf = (field: unknown) => (isRecord(field) ? field.path : undefined);

/** Removes the spaces around the commas and brackets of the keys of `display.formats`, so that the same key is written one way. */
function withPlainKeys(json: unknown): unknown {
  if (!isRecord(json) || !isRecord(json.display) || !isRecord(json.display.formats)) return json;
  const formats = Object.entries(json.display.formats).map(
    ([key, format]) =>
      [
        key
          .trim()
          .replaceAll(/\s*([(,])\s*|\s+(?=\))/g, '$1')
          .replaceAll(/\s+/g, ' '),
        format,
      ] as const,
  );
  return { ...json, display: { ...json.display, formats: Object.fromEntries(formats) } };
}

/** Merges field lists: those with the same path are one field, of which `own` wins. */
function mergeFields(included: readonly unknown[], own: readonly unknown[]): unknown[] {
  const same = (field: unknown, list: readonly unknown[]) =>
    pathOf(field) === undefined ? undefined : list.find((other) => pathOf(other) === pathOf(field));
  return [
    ...included.map((field) => {
      const override = same(field, own);
      return override === undefined ? field : merge(field, override);
    }),
    ...own.filter((field) => same(field, included) === undefined),
  ];
}

/** Merges an included file into the one that includes it, which wins (ERC-7730, "Organizing files"). */
function merge(included: unknown, own: unknown): unknown {
  if (!isRecord(included) || !isRecord(own)) return own;
  const keys = new Set([...Object.keys(included), ...Object.keys(own)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const [theirs, ours] = [included[key], own[key]];
      if (ours === undefined || theirs === undefined) return [key, ours ?? theirs];
      const isFields = key === 'fields' && Array.isArray(theirs) && Array.isArray(ours);
      return [key, isFields ? mergeFields(theirs, ours) : merge(theirs, ours)];
    }),
  );
}

/** Reads a file and what it includes. @throws DescriptorError if a file isn't JSON, too large, or outside of the folder. */
async function readMerged(file: string, root: string, depth = 0): Promise<unknown> {
  const real = await realpath(file);
  if (!real.startsWith(root + path.sep)) throw new DescriptorError('includes a file outside of the folder');
  if ((await stat(real)).size > MAX_BYTES) throw new DescriptorError(`is larger than ${MAX_BYTES} bytes`);
  let json: unknown;
  try {
    json = withPlainKeys(JSON.parse(await readFile(real, 'utf8')));
  } catch {
    throw new DescriptorError("isn't JSON");
  }
  if (!isRecord(json) || json.includes === undefined) return json;
  if (typeof json.includes !== 'string' || depth === MAX_INCLUDES)
    throw new DescriptorError('includes itself, or too many files');
  return merge(await readMerged(path.resolve(path.dirname(real), json.includes), root, depth + 1), json);
}

const placeKey = (chainId: number, address: string) => `${chainId} ${address.toLowerCase()}`;

type Index = ReadonlyMap<string, readonly DescriptorFile[]>;

type Imported = { file: string; descriptor: DescriptorFile; identities: ReadonlyMap<string, string> };

/**
 * Returns what each format is found by: the selector of a function, or the type of a message, whose structs can be in any order. The
 * domain isn't part of it: a file that names no domain would also apply to the messages of a file that does.
 */
function identitiesOf({ context, display }: DescriptorFile): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(display.formats).map((key) => {
      if (context.contract) return [key, toFunctionSelector(functionOfKey(key))] as const;
      const { primaryType = '', structs = new Map<string, Struct>() } = parseEncodedType(key) ?? {};
      const written = [...structs].map(([name, fields]) => `${name} ${JSON.stringify(fields)}`).sort();
      return [key, `${primaryType} ${written.join()}`] as const;
    }),
  );
}

/** Descriptors by chain and address. If two describe the same function there, neither does. */
function indexed(files: readonly Imported[], refuse: Refuse): Index {
  const index = new Map<string, DescriptorFile[]>();
  const owners = new Map<string, string>();
  const twice = new Set<string>();
  const placesOf = ({ context }: DescriptorFile) => (context.contract ?? context.eip712)?.deployments ?? [];
  for (const { file, descriptor, identities } of files)
    for (const { chainId, address } of placesOf(descriptor))
      for (const [key, identity] of identities) {
        const id = `${placeKey(chainId, address)} ${identity}`;
        const other = owners.get(id);
        if (other !== undefined) {
          twice.add(id);
          refuse(file, `${key} at ${address} on chain ${chainId} is described by ${other}, too`);
        }
        owners.set(id, file);
      }
  for (const { descriptor, identities } of files)
    for (const { chainId, address } of placesOf(descriptor)) {
      const place = placeKey(chainId, address);
      const formats = Object.entries(descriptor.display.formats).filter(
        ([key]) => !twice.has(`${place} ${identities.get(key)}`),
      );
      if (formats.length === 0) continue;
      const bound = { deployments: [{ chainId, address }] };
      const { contract, eip712 } = descriptor.context;
      const context = contract ? { contract: bound } : { eip712: { ...eip712, ...bound } };
      const one = { ...descriptor, context, display: { formats: Object.fromEntries(formats) } };
      index.set(place, [...(index.get(place) ?? []), one]);
    }
  return index;
}

type Refuse = (file: string, reason: string) => void;

/** Folders of a registry's checkout that have no descriptors of contracts. */
const SKIPPED = new Set(['tests', 'specs', 'node_modules', '.git']);

/** Reads a folder of ERC-7730 files. A file that is refused is left out, with its reason, and so are files without a contract. */
export async function readRegistry(folder: string, refuse: Refuse): Promise<Index> {
  const root = await realpath(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !path
          .relative(root, file)
          .split(path.sep)
          .some((part) => SKIPPED.has(part)),
    )
    .sort();
  const files: Imported[] = [];
  for (const name of names) {
    const file = path.relative(root, name);
    try {
      const merged = await readMerged(name, root);
      // A file that only others include has no contract or no formats.
      if (!isRecord(merged) || !isRecord(merged.display)) continue;
      if (!/"(?:deployments|verifyingContract)"/.test(JSON.stringify(merged.context ?? null))) continue;
      const descriptor = importDescriptor(merged);
      files.push({ file, descriptor, identities: identitiesOf(descriptor) });
    } catch (error) {
      // One file must not take all others away, whatever is wrong with it.
      refuse(file, error instanceof DescriptorError ? error.message : `can't be read: ${String(error)}`);
    }
  }
  return indexed(files, refuse);
}

let reading: Promise<Index> | undefined;

async function readConfigured(folder: string): Promise<Index> {
  const refused: { file: string; reason: string }[] = [];
  try {
    const index = await readRegistry(folder, (file, reason) => refused.push({ file, reason }));
    log.info({ contracts: index.size, refused: refused.length }, 'the clear signing registry is read');
    if (refused.length > 0) log.warn({ refused: refused.slice(0, MAX_LOGGED) }, 'descriptors are refused');
    return index;
  } catch (error) {
    // Requests are shown without descriptions then. The next start reads the folder again.
    log.error({ err: describeError(error) }, 'the clear signing registry is unreadable');
    return new Map();
  }
}

/**
 * Returns the operator's ERC-7730 files (`CLEAR_SIGNING_DIR`) for an address, each bound to this deployment. The folder is read
 * once, at the first call.
 */
export async function registryDescriptors(
  chainId: number,
  address: string,
): Promise<readonly DescriptorFile[]> {
  const { CLEAR_SIGNING_DIR } = serverEnv();
  if (CLEAR_SIGNING_DIR === undefined) return [];
  reading ??= readConfigured(CLEAR_SIGNING_DIR);
  return (await reading).get(placeKey(chainId, address)) ?? [];
}
