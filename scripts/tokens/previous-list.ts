import { type TokenList, tokenList } from '@/lib/api/schemas/token-list';
import { parseTokenList } from './token-list-file';

/** A list that an export wrote before. Throws an Error where the file is another's: it would be lost. */
export function parsePreviousList(text: string): TokenList {
  const result = tokenList.strict().safeParse(parseTokenList(text));
  if (result.success) return result.data;
  throw new Error('the file holds a token list that no export has written: name another');
}
