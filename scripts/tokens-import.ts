import { realpath, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chainsFileSchema, readChainsFile } from '@/lib/evm/chains-file';
import { writeWhole } from '@/server/process/file';
import { readSettings } from './launcher/settings';
import { GENERIC_ICON, mergeTokens } from './tokens/merge-tokens';
import { parseTokenList, plainText, readSource, type TokenInfo } from './tokens/token-list-file';

const USAGE = 'npm run tokens:import -- FILE|URL [--chain ID]';

const lineOf = ({ symbol, name, chainId, address }: TokenInfo) =>
  plainText(`${symbol || '(no symbol)'} · ${name || '(no name)'} · ${chainId} ${address}`);

try {
  const { values, positionals } = parseArgs({
    options: { chain: { type: 'string' } },
    allowPositionals: true,
  });
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new Error(`Use: ${USAGE}`);
  if (values.chain !== undefined && !/^[1-9]\d{0,14}$/.test(values.chain))
    throw new Error(`--chain must be an EIP-155 chain id. Use: ${USAGE}`);
  const { CHAINS_FILE: file } = readSettings('start');
  if (file === undefined) throw new Error('CHAINS_FILE is not set: it must name the file to add tokens to');
  const chains = await readChainsFile(file);
  const list = parseTokenList(await readSource(source));
  const selected = list.tokens.filter(
    ({ chainId }) => values.chain === undefined || chainId === Number(values.chain),
  );
  const { coins, added, known, refused } = mergeTokens(chains, selected);
  for (const { token, coinId } of added) console.log(`added as coin ${coinId}: ${lineOf(token)}`);
  for (const token of known) console.log(`there already: ${lineOf(token)}`);
  for (const { token, reason } of refused) console.log(`refused, ${reason}: ${lineOf(token)}`);
  if (added.length > 0) {
    const merged = chainsFileSchema.parse({ ...chains, coins });
    // Write to the target of a symbolic link, so that the link isn't replaced by a regular file.
    const target = await realpath(file);
    const { mode } = await stat(target);
    await writeWhole(target, `${JSON.stringify(merged, null, 2)}\n`, mode & 0o777);
    console.log(`New coins use the icon ${GENERIC_ICON} until you set another one in ${file}.`);
  }
  const skipped = list.tokens.length - selected.length;
  console.log(
    `${added.length} added, ${known.length} there already, ${refused.length} refused${skipped > 0 ? `, ${skipped} on other chains` : ''}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? plainText(error.message) : error);
  process.exitCode = 1;
}
