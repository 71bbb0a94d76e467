import { useTranslations } from 'next-intl';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { useCoins } from '@/lib/api/hooks';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { DescribedField, Description } from '@/lib/wallet/signing/describe-call';
import { onOneLine } from '@/lib/wallet/signing/message';
import type { FactValue, Group } from '@/lib/wallet/signing/reading';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { useFactWords } from './fact-text';

/** Removes the spaces between two Han characters, but not those between Han and Latin characters. */
export const withoutHanGaps = (text: string) => text.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');

/** Number of characters of the headline that fit on one line at 360 px. */
const MAX_LINE = 22;

/** React hook that returns functions that describe a request in one sentence. */
export function useIntentText(): {
  sentenceOf: (description: Description) => string;
  signIn: (site: string) => string;
  /** What a descriptor's author says, with values in the user's language. */
  quoted: (parts: NonNullable<Group['sentence']>) => string;
} {
  const t = useTranslations('wallet.signing');
  const factWords = useFactWords();
  // Non-breaking spaces prevent line breaks within a name and between an amount and its symbol. Text that is too long for
  // a line on a phone must break at a space, or it would break within a word.
  const words = (value: FactValue, isShort = false) => {
    const text = factWords(value, isShort);
    return text.length > MAX_LINE ? text : text.replaceAll(' ', '\u00a0');
  };
  return {
    sentenceOf({ intent, isComplete, fields }) {
      const fieldOf = (label: string) => fields.find((field) => field.label === label)?.value;
      const amount = fieldOf('amount');
      const spender = fieldOf('spender');
      if (spender && amount?.kind === 'unlimited') {
        const values = { spender: words(spender), symbol: amount.symbol ?? t('thisToken') };
        return withoutHanGaps(t('variant.allowAll', values));
      }
      if (spender && amount?.kind === 'amount' && amount.raw === 0n && amount.token)
        return withoutHanGaps(t('variant.revoke', { spender: words(spender), symbol: amount.token.symbol }));
      if (!isComplete) return t(`intent.${intent}.short`);
      // The amount is what the user entered. Other amounts were calculated, and the details have them in full.
      const values = Object.fromEntries(
        fields.map(({ label, value }) => [label, words(value, label !== 'amount')]),
      );
      return withoutHanGaps(t(`intent.${intent}.sentence`, values));
    },
    signIn: (site) => t('variant.signIn', { site }),
    quoted: (parts) =>
      parts.map((part) => (typeof part === 'string' ? onOneLine(part) : words(part))).join(''),
  };
}

/** Fiat value of a token amount in base units. Renders nothing if the token has no price. */
export function AmountFiat({
  raw,
  token,
}: {
  raw: bigint;
  token: { decimals: number; coinId: number | null };
}) {
  const { priceOf, money } = useDisplayPrices();
  const price = token.coinId === null ? undefined : priceOf(token.coinId);
  if (!price) return null;
  return (
    <span className="block text-sm text-muted">
      <FiatValueText value={fiatValue(raw, token.decimals, price.price)} money={money} isRounded />
    </span>
  );
}

/** Headline that describes a request in one sentence, with the fiat value of its amount. */
export function IntentHeadline({
  text,
  chainId,
  field,
}: {
  text: string;
  chainId?: number;
  /** The amount whose fiat value is shown. */
  field?: DescribedField | undefined;
}) {
  const { data: coins = [] } = useCoins();
  const value = field?.value;
  const token = chainId && field?.token && listedToken(coins, chainId, field.token);
  return (
    <div className="grid gap-1">
      <h3 tabIndex={-1} className="font-display text-xl text-balance wrap-anywhere outline-none">
        {text}
      </h3>
      {value?.kind === 'amount' && value.raw > 0n && token ? (
        <AmountFiat raw={value.raw} token={token} />
      ) : null}
    </div>
  );
}
