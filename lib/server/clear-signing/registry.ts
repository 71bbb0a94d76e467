import 'server-only';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { toFunctionSelector } from 'viem';
import type { DescriptorFile } from '@/lib/evm/erc7730/descriptor-file';
import { functionOfKey } from '@/lib/evm/erc7730/find-format';
import { serverEnv } from '@/lib/settings/env';
import { isError } from '../describe-error';
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
    json = JSON.parse(await readFile(real, 'utf8'));
  } catch {
    throw new DescriptorError('is no JSON');
  }
  if (!isRecord(json) || json.includes === undefined) return json;
  if (typeof json.includes !== 'string' || depth === MAX_INCLUDES)
    throw new DescriptorError('includes itself, or too many files');
  return merge(await readMerged(path.resolve(path.dirname(real), json.includes), root, depth + 1), json);
}

const placeKey = (chainId: number, address: string) => `${chainId} ${address.toLowerCase()}`;

/** What a format is found by: the selector of a function, or the type of a message and its domain. */
const identityOf = ({ context }: DescriptorFile, key: string): string =>
  context.contract
    ? toFunctionSelector(functionOfKey(key))
    : `${key} ${JSON.stringify([context.eip712?.domain, context.eip712?.domainSeparator])}`;

type Index = ReadonlyMap<string, readonly DescriptorFile[]>;

/** Descriptors by chain and address. If two describe the same function there, neither does. */
function indexed(files: readonly { file: string; descriptor: DescriptorFile }[], refuse: Refuse): Index {
  const index = new Map<string, DescriptorFile[]>();
  const owners = new Map<string, string>();
  const twice = new Set<string>();
  const placesOf = ({ context }: DescriptorFile) => (context.contract ?? context.eip712)?.deployments ?? [];
  const idOf = (descriptor: DescriptorFile, place: string, key: string) =>
    `${place} ${identityOf(descriptor, key)}`;
  for (const { file, descriptor } of files)
    for (const { chainId, address } of placesOf(descriptor))
      for (const key of Object.keys(descriptor.display.formats)) {
        const id = idOf(descriptor, placeKey(chainId, address), key);
        const other = owners.get(id);
        if (other !== undefined && other !== file) {
          twice.add(id);
          refuse(file, `${key} at ${address} on chain ${chainId} is described by ${other}, too`);
        }
        owners.set(id, file);
      }
  for (const { descriptor } of files)
    for (const { chainId, address } of placesOf(descriptor)) {
      const place = placeKey(chainId, address);
      const formats = Object.entries(descriptor.display.formats).filter(
        ([key]) => !twice.has(idOf(descriptor, place, key)),
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
  const files: { file: string; descriptor: DescriptorFile }[] = [];
  for (const name of names) {
    const file = path.relative(root, name);
    try {
      const merged = await readMerged(name, root);
      // Files that others include have no contract, or no formats.
      const { context, display } = isRecord(merged) ? merged : { context: null, display: null };
      if (isRecord(display) && JSON.stringify(context ?? null).includes('"deployments"'))
        files.push({ file, descriptor: importDescriptor(merged) });
    } catch (error) {
      if (!(error instanceof DescriptorError) && !(isError(error) && 'code' in error)) throw error;
      refuse(file, error.message);
    }
  }
  return indexed(files, refuse);
}

let reading: Promise<Index> | undefined;

async function readConfigured(folder: string): Promise<Index> {
  const refused: { file: string; reason: string }[] = [];
  const index = await readRegistry(folder, (file, reason) => refused.push({ file, reason }));
  log.info({ contracts: index.size, refused: refused.length }, 'the clear signing registry is read');
  if (refused.length > 0) log.warn({ refused: refused.slice(0, MAX_LOGGED) }, 'descriptors are refused');
  return index;
}

/**
 * Returns the operator's ERC-7730 files (`CLEAR_SIGNING_DIR`) for an address, each bound to this deployment. The folder is read
 * once, at the first call. @throws if it can't be read.
 */
export async function registryDescriptors(
  chainId: number,
  address: string,
): Promise<readonly DescriptorFile[]> {
  const { CLEAR_SIGNING_DIR } = serverEnv();
  if (CLEAR_SIGNING_DIR === undefined) return [];
  reading ??= readConfigured(CLEAR_SIGNING_DIR);
  try {
    return (await reading).get(placeKey(chainId, address)) ?? [];
  } catch (error) {
    reading = undefined;
    throw error;
  }
}
