import path from 'node:path';
import { parseArgs } from 'node:util';
import { type TokenList, tokenList } from '@/lib/api/schemas/coin';
import { brand } from '@/lib/content/website';
import { readChainsFile } from '@/lib/evm/chains-file';
import { listedTokens, nextList } from '@/lib/token-list/token-list';
import { readIfThere, writeWhole } from '@/server/process/file';
import { PREFERRED_PORT, siteOrigins } from '@/server/process/site';
import { readSettings } from './launcher/settings';
import { parseTokenList } from './tokens/token-list-file';

/**
 * Parses a previously exported list. Throws if the file contains anything else, because the export would overwrite it.
 */
function parsePreviousList(text: string): TokenList {
  const result = tokenList.strict().safeParse(parseTokenList(text));
  if (result.success) return result.data;
  throw new Error('the file holds a token list that no export has written: name another');
}

try {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const settings = readSettings('start');
  const { CHAINS_FILE = path.join(settings.DATA_DIR, 'chains.json'), PORT = PREFERRED_PORT } = settings;
  const [origin] = siteOrigins(settings, PORT);
  const { coins } = await readChainsFile(CHAINS_FILE);
  const text = values.out === undefined ? undefined : await readIfThere(values.out);
  const previous = text === undefined ? null : parsePreviousList(text);
  const list = nextList(previous, { name: brand, tokens: listedTokens(coins, origin), now: new Date() });
  const written = `${JSON.stringify(list, null, 2)}\n`;
  parseTokenList(written);
  if (values.out === undefined) console.log(written.trimEnd());
  else {
    await writeWhole(values.out, written);
    const { major, minor, patch } = list.version;
    console.log(`${list.tokens.length} tokens, version ${major}.${minor}.${patch}: ${values.out}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
