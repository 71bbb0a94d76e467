import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { formatUnits } from 'viem';
import { GalleryRow } from '@/components/ui/gallery-row';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { AmountPanel } from '@/components/wallet/fields/amount-panel';
import { TokenButton, type TokenPicker } from '@/components/wallet/fields/token-button';
import { formatAmount } from '@/lib/format/amount';
import type { TokenOption } from '@/lib/wallet/tokens/token-choice';
import { SampleTokens, tokenOf } from './sample-tokens';

type Sample = {
  option: TokenOption;
  /** The amount at first, as text. */
  start: string;
  picker?: TokenPicker;
  problem?: string;
  hasBalance?: boolean;
  isLoading?: boolean;
  isDisabled?: boolean;
};

function Amount({ option, start, picker, problem, hasBalance = true, isLoading, isDisabled }: Sample) {
  const t = useTranslations('wallet.transfer');
  const locale = useLocale();
  const id = useId();
  const [amount, setAmount] = useState(start);
  const { chainId, decimals, coin, amount: available = 0n } = option;
  const balance = { amount: formatAmount(available, decimals, locale), symbol: coin.symbol };
  return (
    <AmountField
      id={id}
      label={t('amount')}
      amount={amount}
      onChange={setAmount}
      onBlur={() => undefined}
      source={hasBalance ? { available: isLoading ? undefined : available, isWallet: false } : null}
      token={isLoading ? undefined : tokenOf(option)}
      chainId={chainId}
      picker={picker}
      hint={isLoading ? t('loading') : t('balance', balance)}
      problem={problem}
      isTouched
      disabled={isDisabled ?? false}
    />
  );
}

/** The amount field in all states, and the amount panel that it is made of. */
export function AmountSamples() {
  const t = useTranslations('wallet.transfer');
  return (
    <SampleTokens>
      {({ options, first }) => {
        const fine = options.find(({ decimals }) => decimals === 18) ?? first;
        const half = formatUnits((first.amount ?? 0n) / 2n, first.decimals);
        const picker = { label: t('token'), options, onChoose: () => undefined };
        return (
          <>
            <GalleryRow name="AmountField empty">
              <Amount option={first} start="" picker={picker} />
            </GalleryRow>
            <GalleryRow name="AmountField filled, entry in fiat by its switch">
              <Amount option={first} start={half} picker={picker} />
            </GalleryRow>
            <GalleryRow name="AmountField with 18 decimals, fixed token">
              <Amount option={fine} start="1234.123456789012345678" />
            </GalleryRow>
            <GalleryRow name="AmountField read from another spelling">
              <Amount option={first} start="1.234,5" picker={picker} />
            </GalleryRow>
            <GalleryRow name="AmountField with two readings">
              <Amount option={first} start="1,234" picker={picker} problem={t('problem.ambiguous')} />
            </GalleryRow>
            <GalleryRow name="AmountField without a balance">
              <Amount option={first} start="48.5" picker={picker} hasBalance={false} />
            </GalleryRow>
            <GalleryRow name="AmountField problem">
              <Amount option={first} start="0" picker={picker} problem={t('problem.zero')} />
            </GalleryRow>
            <GalleryRow name="AmountField loading">
              <Amount option={first} start="" picker={picker} isLoading />
            </GalleryRow>
            <GalleryRow name="AmountField disabled">
              <Amount option={first} start={half} picker={picker} isDisabled />
            </GalleryRow>
            <GalleryRow name="AmountPanel">
              <AmountPanel
                label={t('amount')}
                figure={<output className="amount-input figures font-display">{half}</output>}
                characters={half.length}
                token={<TokenButton token={tokenOf(first)} chainId={first.chainId} />}
              />
            </GalleryRow>
          </>
        );
      }}
    </SampleTokens>
  );
}
