'use client';

import { Combobox } from '@base-ui/react/combobox';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useChainMapping } from '@/lib/api/hooks';
import { type DisplayPrices, useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { rememberToken, useRecentTokens } from '@/lib/wallet/tokens/recent-tokens';
import { groupTokens, optionKey, type TokenGroup, type TokenOption } from '@/lib/wallet/tokens/token-choice';

/** Maximum number of tokens to list. Searching narrows them down. */
const MAX_OPTIONS = 50;

/** Returns the fiat value of an option's amount, or undefined if it is unknown. */
function valueIn({ priceOf }: DisplayPrices, { coin, amount, decimals }: TokenOption): bigint | undefined {
  const price = priceOf(coin.id)?.price;
  return price === undefined || amount === undefined ? undefined : fiatValue(amount, decimals, price);
}

/**
 * React hook that focuses a field when it mounts, except on touch screens, where an on-screen keyboard would cover the
 * list.
 */
function useFocusAtStart(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, [field]);
}

function OptionRow({
  option,
  network,
  prices,
}: {
  option: TokenOption;
  network: string;
  prices: DisplayPrices;
}) {
  const { coin, amount, decimals } = option;
  const value = amount ? valueIn(prices, option) : undefined;
  return (
    <>
      <TokenIcon icon={coin.icon} symbol={coin.symbol} network={network} />
      <span className="grid min-w-0 leading-tight">
        <span className="font-[550] wrap-anywhere">{coin.symbol} </span>
        <span className="text-xs text-balance wrap-anywhere text-muted">
          {coin.name} · {network}{' '}
        </span>
      </span>
      {amount ? (
        <OwnAmounts>
          <span className="grid justify-items-end text-end leading-tight">
            <span className="text-sm wrap-anywhere">
              <AmountText value={amount} decimals={decimals} />{' '}
            </span>
            {value === undefined ? null : (
              <FiatValueText value={value} money={prices.money} className="text-xs text-muted" />
            )}
          </span>
        </OwnAmounts>
      ) : null}
    </>
  );
}

/** Buttons that limit the list to one network. */
function NetworkFilter({
  chains,
  chosen,
  onChoose,
}: {
  chains: readonly { id: number; name: string }[];
  chosen: number | null;
  onChoose: (chainId: number | null) => void;
}) {
  const t = useTranslations('wallet.transfer');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, not for toggle buttons
    <div role="group" aria-label={t('chain')} className="flex flex-wrap gap-2">
      {[{ id: null, name: t('allNetworks') }, ...chains].map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className="min-h-11 rounded-sharp border border-line px-3 text-sm text-muted hover:text-ink aria-pressed:border-water aria-pressed:bg-water-wash aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/**
 * Searchable list of tokens (WAI-ARIA APG combobox pattern): recently chosen tokens, then the account's tokens, then
 * all others.
 */
export function TokenList({
  options,
  chosen,
  onChoose,
}: {
  options: readonly TokenOption[];
  /** Key of the chosen option. */
  chosen: string;
  onChoose: (option: TokenOption) => void;
}) {
  const t = useTranslations('wallet.transfer');
  const list = useTranslations('wallet.list');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useFocusAtStart(field);
  const [query, setQuery] = useState('');
  const [chainId, setChainId] = useState<number | null>(null);
  const prices = useDisplayPrices();
  // Sort by the prices at the time the list opens. If rows moved later, users could tap the wrong token.
  const [sortPrices] = useState(prices);
  const recent = useRecentTokens((state) => state.entries);
  const { data: chains = [] } = useChainMapping();
  const offered = chains.filter((chain) => options.some((option) => option.chainId === chain.id));
  const { groups, count } = useMemo(
    () =>
      groupTokens(options, {
        query,
        chainId,
        recent: recent.toReversed(),
        limit: MAX_OPTIONS,
        fiatValueOf: (option) => valueIn(sortPrices, option),
      }),
    [options, query, chainId, recent, sortPrices],
  );
  const shown = groups.reduce((sum, { items }) => sum + items.length, 0);

  return (
    <Combobox.Root
      inline
      open
      items={groups}
      filter={null}
      value={options.find((option) => optionKey(option) === chosen) ?? null}
      isItemEqualToValue={(one, other) => optionKey(one) === optionKey(other)}
      inputValue={query}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') setQuery(text);
      }}
      autoHighlight
    >
      <div className="token-list-frame">
        <div className="token-search">
          <div className="field-box mt-0!">
            <Combobox.Input
              ref={field}
              aria-label={t('searchTokens')}
              placeholder={t('searchTokens')}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="field-input text-base!"
            />
          </div>
          {offered.length > 1 ? (
            <NetworkFilter chains={offered} chosen={chainId} onChoose={setChainId} />
          ) : null}
        </div>
        <Combobox.Empty>
          <p className="py-3 text-sm text-muted">{t('noToken')}</p>
        </Combobox.Empty>
        <Combobox.List aria-label={t('chooseToken')} id={id}>
          {(group: TokenGroup) => (
            <Combobox.Group key={group.name} items={group.items}>
              <Combobox.GroupLabel className="pt-2 pb-1 text-xs text-muted">
                {t(`tokens.${group.name}`)}
              </Combobox.GroupLabel>
              <Combobox.Collection>
                {(option: TokenOption) => (
                  <Combobox.Item
                    key={optionKey(option)}
                    value={option}
                    className="token-option"
                    onClick={() => {
                      rememberToken(option);
                      onChoose(option);
                    }}
                  >
                    <OptionRow
                      option={option}
                      network={chains.find((chain) => chain.id === option.chainId)?.name ?? ''}
                      prices={prices}
                    />
                  </Combobox.Item>
                )}
              </Combobox.Collection>
            </Combobox.Group>
          )}
        </Combobox.List>
        <p role="status" className="pt-2 text-xs text-muted empty:hidden">
          {shown < count ? list('shown', { shown, count }) : ''}
        </p>
      </div>
    </Combobox.Root>
  );
}
