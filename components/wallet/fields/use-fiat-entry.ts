import { useEffect, useState } from 'react';
import { formatUnits } from 'viem';
import { parseAmount, truncate } from '@/lib/format/amount';
import { readNumber } from '@/lib/format/read-number';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { amountForFiat, FIAT_VALUE_DECIMALS, fiatValue } from '@/lib/wallet/balances/fiat-value';

/** Decimal places for fiat values below one unit. */
const SMALL_DECIMALS = 6;
const ONE = 10n ** BigInt(FIAT_VALUE_DECIMALS);

/** Formats a fiat value (in units of 1e-18) as editable text. */
function fiatInput(value: bigint, decimals = 2): string {
  return truncate(formatUnits(value, FIAT_VALUE_DECIMALS), value < ONE ? SMALL_DECIMALS : decimals);
}

/**
 * Converts typed fiat text to a token amount, truncated to base units. Text that isn't a number is returned unchanged,
 * so that the form can report the error without losing the input.
 */
export function tokenText(fiatText: string, decimals: number, price: string): string {
  const read = readNumber(fiatText);
  if ('problem' in read) return fiatText;
  const parsed = parseAmount(truncate(read.number, FIAT_VALUE_DECIMALS), FIAT_VALUE_DECIMALS);
  if ('problem' in parsed) return fiatText;
  return formatUnits(amountForFiat(parsed.value, decimals, price), decimals);
}

type FiatEntry = { coinId: number; currency: string; text: string; amount: string };

/** The latest amount that was entered in fiat. It is kept for the form that Back mounts again after a review. */
let latest: FiatEntry | null = null;

/**
 * React hook for entering an amount in the token or in the display currency. The form stores only the token amount,
 * which changes when the user types, not when the price changes.
 */
export function useFiatEntry({
  token,
  amount,
  onChange,
}: {
  token: { coinId: number; decimals: number } | undefined;
  /** The token amount as text. */
  amount: string;
  onChange: (amount: string) => void;
}) {
  const { priceOf, isStale, money } = useDisplayPrices();
  const [kept] = useState(() => {
    const isSame = latest?.coinId === token?.coinId && latest?.currency === money.currency;
    return isSame && latest?.amount === amount ? latest : null;
  });
  const [isChosen, setChosen] = useState(kept !== null);
  const [typed, setTyped] = useState({ text: kept?.text ?? '', amount: kept?.amount ?? '' });
  const found = token && priceOf(token.coinId);
  const price =
    found && !isStale(found) && fiatValue(ONE, FIAT_VALUE_DECIMALS, found.price) > 0n
      ? found.price
      : undefined;
  const isFiat = isChosen && price !== undefined;
  const parsed = parseAmount(amount, token?.decimals ?? 0);
  const units = 'value' in parsed ? parsed.value : null;
  const value = token && price !== undefined ? fiatValue(units ?? 0n, token.decimals, price) : undefined;

  const readText = () => {
    if (!isFiat || value === undefined) return amount;
    // Show the text as typed, unless the amount has changed since then.
    if (typed.amount === amount) return typed.text;
    return units === null ? amount : fiatInput(value, money.decimals);
  };
  const text = readText();
  const coinId = token?.coinId;
  useEffect(() => {
    if (isFiat && coinId !== undefined && amount !== '')
      latest = { coinId, currency: money.currency, text, amount };
  }, [isFiat, coinId, money.currency, text, amount]);
  const change = (next: string) => {
    if (!isFiat || !token || price === undefined) return onChange(next);
    const converted = tokenText(next, token.decimals, price);
    setTyped({ text: next, amount: converted });
    onChange(converted);
  };
  return {
    isFiat,
    text,
    change,
    toggle: () => {
      if (isFiat) latest = null;
      setChosen(!isFiat);
    },
    /** The amount in base units, or null if no valid amount has been entered. */
    units,
    /** Fiat value of the amount in units of 1e-18, or undefined without a reliable price. */
    value,
    money,
  };
}
