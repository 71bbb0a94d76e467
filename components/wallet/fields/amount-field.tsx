import { useTranslations } from 'next-intl';
import { formatUnits } from 'viem';
import { PercentSlider } from '@/components/ui/snap-slider';
import { ElsewhereNote } from '@/components/wallet/display/elsewhere-note';
import { BuyButton } from '@/components/wallet/frame/buy';
import { requestHaptic } from '@/lib/browser/haptics';
import { percentOf } from '@/lib/format/amount';
import { AmountPanel } from './amount-panel';
import { EntrySwitch } from './entry-switch';
import { type AmountToken, TokenButton, type TokenPicker } from './token-button';
import { useFiatEntry } from './use-fiat-entry';

/**
 * Amount input with its token. The amount can be entered in the token or in the display currency. If there is a source
 * balance, a button selects all of it, and a slider selects 25, 50, 75, or 100%. For amounts in between, the slider
 * shows the whole percentage.
 */
export function AmountField({
  id,
  label,
  amount,
  onChange,
  onBlur,
  source,
  token,
  chainId,
  picker,
  hint,
  problem,
  isTouched,
  disabled,
  hasSlider = true,
}: {
  id: string;
  label: string;
  /** The token amount as text. */
  amount: string;
  onChange: (amount: string) => void;
  onBlur: () => void;
  /**
   * The balance to take the amount from, in base units, undefined while unknown, and whether it's the wallet's. Null if there is
   * no such balance.
   */
  source: { available: bigint | undefined; isWallet: boolean } | null;
  /** Undefined while unknown. */
  token: AmountToken | undefined;
  chainId: number | null;
  picker?: TokenPicker | undefined;
  /** What is available. It stays in sight beside a problem. */
  hint: string;
  /** What is wrong with the amount, from the first character on. */
  problem: string | undefined;
  /** Whether the user has finished typing. Until then, only an amount above the source balance is a problem. */
  isTouched: boolean;
  disabled: boolean;
  /** Whether a slider chooses a share of the source balance. A payment has none: nobody pays a share of what they have. */
  hasSlider?: boolean;
}) {
  const t = useTranslations('wallet.transfer');
  const entry = useFiatEntry({ token, amount, onChange });
  const { isFiat, text, units, money } = entry;
  const available = source?.available;
  const decimals = token?.decimals ?? 0;
  const percent = units !== null && available ? Math.min(Number((units * 100n) / available), 100) : 0;
  const isOver = units !== null && available !== undefined && units > available;
  const shown = isTouched || isOver ? problem : undefined;
  // The problem and the hint are short enough to fit beside the button without making the row higher. What follows an amount
  // above the balance makes it higher.
  const note = (
    <div id={`${id}-note`} className="min-w-0 grow text-sm wrap-anywhere">
      <p aria-live="polite" className="text-error">
        {shown}
      </p>
      {hint === shown ? null : <p className="figures text-muted">{hint}</p>}
      {isOver && source?.isWallet && token && chainId !== null ? (
        <>
          <ElsewhereNote token={token} chainId={chainId} amount={units} />
          <BuyButton wanted={{ chainId, symbol: token.symbol }} />
        </>
      ) : null}
    </div>
  );
  return (
    <AmountPanel
      isInvalid={shown !== undefined}
      label={<label htmlFor={id}>{isFiat ? `${label} · ${money.currency}` : label}</label>}
      figure={
        <input
          id={id}
          value={text}
          onChange={(event) => entry.change(event.target.value)}
          onBlur={onBlur}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          disabled={disabled}
          aria-invalid={shown ? true : undefined}
          aria-describedby={`${id}-note`}
          className="amount-input figures font-display"
        />
      }
      characters={text.length}
      token={<TokenButton token={token} chainId={chainId} picker={picker} />}
      value={<EntrySwitch fieldId={id} entry={entry} token={token} disabled={disabled} />}
    >
      {source ? (
        <>
          <div className="flex items-center gap-3">
            {note}
            <button
              type="button"
              disabled={disabled || !available}
              onClick={() => {
                requestHaptic('selection');
                onChange(formatUnits(available ?? 0n, decimals));
              }}
              className="text-button -me-2 shrink-0 text-water underline underline-offset-4 disabled:text-muted disabled:no-underline"
            >
              {t('max')}
            </button>
          </div>
          {hasSlider ? (
            <PercentSlider
              label={t('slider')}
              value={percent}
              disabled={disabled || !available}
              onChange={(next) => {
                // The slider is at 0 because the amount is below 1%. Keep the amount.
                if (available === undefined || (next === 0 && percent === 0)) return;
                onChange(next === 0 ? '' : formatUnits(percentOf(available, next), decimals));
              }}
            />
          ) : null}
        </>
      ) : (
        note
      )}
    </AmountPanel>
  );
}
