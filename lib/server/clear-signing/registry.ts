import 'server-only';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { getAddress, toFunctionSelector } from 'viem';
import type { Deployment, DescriptorFile } from '@/lib/evm/erc7730/descriptor-file';
import { functionOfKey } from '@/lib/evm/erc7730/find-format';
import { parseEncodedType, type Struct } from '@/lib/evm/erc7730/message-type';
import { groupBy } from '@/lib/group-by';
import { isRecord } from '@/lib/is-record';
import { serverEnv } from '@/lib/settings/env';
import { describeError } from '../describe-error';
import { log } from '../log';
import { DescriptorError, importDescriptor, MAX_CHARACTERS, MAX_FORMATS } from './import-descriptor';

const MAX_BYTES = 512 * 1024;
/** Most files that include each other. */
const MAX_INCLUDES = 4;
/** Most refusals in one log entry. */
const MAX_LOGGED = 50;
/** Most characters of a reason there. It can quote the file. */
const MAX_REASON = 300;

const pathOf = (field: unknown) => (isRecord(field) ? field.path : undefined);

/** Removes the spaces around commas and brackets. The first step takes long runs away, on which the second would take too long. */
const withoutSpaces = (key: string): string =>
  key
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(,]) ?| (?=\))/g, '$1')
    .trim();

/** Writes the same key of `display.formats` in one way. */
function withPlainKeys(json: unknown): unknown {
  if (!isRecord(json) || !isRecord(json.display) || !isRecord(json.display.formats)) return json;
  const formats = Object.entries(json.display.formats).map(
    ([key, format]) => [withoutSpaces(key), format] as const,
  );
  return { ...json, display: { ...json.display, formats: Object.fromEntries(formats) } };
}

/** Merges field lists: those with the same path are one field, of which `own` wins. */
function mergeFields(included: readonly unknown[], own: readonly unknown[]): unknown[] {
  const overrides = groupBy(own, pathOf);
  const known = new Set(included.map(pathOf));
  const isOverride = (path: unknown) => path !== undefined && known.has(path);
  return [
    ...included.map((field) => {
      const path = pathOf(field);
      const [override] = (path === undefined ? undefined : overrides.get(path)) ?? [];
      return override === undefined ? field : merge(field, override);
    }),
    ...own.filter((field) => !isOverride(pathOf(field))),
  ];
}

/** Merges an included file into the one that includes it, which wins (ERC-7730, "Organizing files"). */
function merge(included: unknown, own: unknown): unknown {
  if (!isRecord(included) || !isRecord(own)) return own;
  const keys = new Set([...Object.keys(included), ...Object.keys(own)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const [theirs, ours] = [included, own].map((one) => (Object.hasOwn(one, key) ? one[key] : undefined));
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

type Imported = {
  file: string;
  descriptor: DescriptorFile;
  identities: ReadonlyMap<string, string>;
  /** Number of characters. */
  length: number;
};

/** Returns whether several files are few and short enough for one review. */
function isFew(files: readonly Imported[]): boolean {
  const formats = files.reduce((sum, { identities }) => sum + identities.size, 0);
  const length = files.reduce((sum, one) => sum + one.length, 0);
  return formats <= MAX_FORMATS && length <= MAX_CHARACTERS;
}

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

/** Returns the files about one contract, without the formats that two of them have. */
function withoutConflicts(
  place: string,
  files: readonly Imported[],
  refuse: Refuse,
): readonly DescriptorFile[] {
  const owners = new Map<string, string>();
  const twice = new Set<string>();
  for (const { file, identities } of files)
    for (const [key, identity] of identities) {
      const other = owners.get(identity);
      if (other !== undefined) {
        twice.add(identity);
        refuse(file, `${key} at ${place} is described by ${other}, too`);
      }
      owners.set(identity, file);
    }
  if (twice.size === 0) return files.map(({ descriptor }) => descriptor);
  return files.flatMap(({ descriptor, identities }) => {
    const formats = Object.entries(descriptor.display.formats).filter(
      ([key]) => !twice.has(identities.get(key) ?? ''),
    );
    return formats.length === 0 ? [] : [{ ...descriptor, display: { formats: Object.fromEntries(formats) } }];
  });
}

/** Descriptors by chain and address. If two describe the same function there, neither does. */
function indexed(files: readonly Imported[], refuse: Refuse): Index {
  const places = new Map<string, Imported[]>();
  for (const one of files) {
    const { context } = one.descriptor;
    const deployments = (context.contract ?? context.eip712)?.deployments ?? [];
    for (const place of new Set(deployments.map(({ chainId, address }) => placeKey(chainId, address)))) {
      const same = [...(places.get(place) ?? []), one];
      if (isFew(same)) places.set(place, same);
      else refuse(one.file, `with the files before it, there is too much about ${place}`);
    }
  }
  const found = [...places].map(([place, same]) => [place, withoutConflicts(place, same, refuse)] as const);
  return new Map(found.filter(([, same]) => same.length > 0));
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
      const identities = identitiesOf(descriptor);
      const { length } = JSON.stringify(descriptor);
      if (identities.size > 0) files.push({ file, descriptor, identities, length });
    } catch (error) {
      // One file must not take all others away, whatever is wrong with it.
      refuse(file, error instanceof DescriptorError ? error.message : `can't be read: ${String(error)}`);
    }
  }
  return indexed(files, refuse);
}

/** Returns a file as one that is about one deployment only. */
function boundTo(file: DescriptorFile, deployment: Deployment): DescriptorFile {
  const { contract, eip712 } = file.context;
  const bound = { deployments: [deployment] };
  return { ...file, context: contract ? { contract: bound } : { eip712: { ...eip712, ...bound } } };
}

let reading: Promise<Index> | undefined;

async function readConfigured(folder: string): Promise<Index> {
  const refused: { file: string; reason: string }[] = [];
  let count = 0;
  try {
    const index = await readRegistry(folder, (file, reason) => {
      count += 1;
      if (count <= MAX_LOGGED) refused.push({ file, reason: reason.slice(0, MAX_REASON) });
    });
    log.info({ contracts: index.size, refused: count }, 'the clear signing registry is read');
    if (count > 0) log.warn({ refused }, 'descriptors are refused');
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
  const files = (await reading).get(placeKey(chainId, address)) ?? [];
  return files.map((file) => boundTo(file, { chainId, address: getAddress(address) }));
}
