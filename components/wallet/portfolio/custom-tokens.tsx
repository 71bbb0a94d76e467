import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { TextButton } from '@/components/wallet/display/text-button';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { lookAlikeSymbol } from '@/lib/evm/token-text';
import { type CustomToken, removeCustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { AddTokenForm } from './add-token-form';

/** The tokens that the device's owner added, and the way to add one: each by its address, none with a worth. */
export function CustomTokens({
  chains,
  coins,
  custom,
}: {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  custom: readonly CustomToken[];
}) {
  const t = useTranslations('wallet.portfolio.custom');
  const heading = useRef<HTMLHeadingElement>(null);
  const symbols = coins.map(({ symbol }) => symbol);
  return (
    <section aria-labelledby="custom-tokens" className="grid gap-4 border-t border-line pt-8">
      <h2 id="custom-tokens" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h2>
      <p className="measure text-sm text-muted">{t('lead')}</p>
      {custom.length > 0 ? (
        <ul className="grid max-w-3xl border-t border-line">
          {custom.map((token) => {
            const alike = lookAlikeSymbol(token.symbol, symbols);
            return (
              <li key={`${token.chainId} ${token.address}`} className="grid gap-1 border-b border-line py-3">
                <span>
                  {token.symbol} <span className="text-sm text-muted">{token.name}</span>
                </span>
                <span className="font-mono text-xs break-all text-muted">
                  {chains.find(({ id }) => id === token.chainId)?.name} · {token.address}
                </span>
                {alike === null ? null : (
                  <span className="border-s-2 border-warning ps-3 text-sm">
                    {t('alike', { symbol: alike })}
                  </span>
                )}
                <span>
                  <TextButton
                    label={t('removeLabel', { symbol: token.symbol })}
                    onClick={() => {
                      removeCustomToken(token);
                      // The button is gone, and the focus with it.
                      heading.current?.focus();
                    }}
                  >
                    {t('remove')}
                  </TextButton>
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
      <AddTokenForm chains={chains} coins={coins} />
    </section>
  );
}
