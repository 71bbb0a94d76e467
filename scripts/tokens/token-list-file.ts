import schema from '@uniswap/token-lists/src/tokenlist.schema.json';
import type { TokenInfo, TokenList } from '@uniswap/token-lists/src/types';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

export type { TokenInfo, TokenList };

const ajv = new Ajv({ allowUnionTypes: true });
addFormats(ajv);
const isTokenList = ajv.compile<TokenList>(schema);

/** Reads a token list by the published schema of tokenlists.org. Throws an Error of one line that names the first fault. */
export function parseTokenList(text: string): TokenList {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error('the token list is not JSON', { cause: error });
  }
  if (isTokenList(content)) return content;
  const [fault] = isTokenList.errors ?? [];
  throw new Error(
    `the token list is not valid: ${fault?.instancePath || 'it'} ${fault?.message ?? ''}`.trim(),
  );
}
