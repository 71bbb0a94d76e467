import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { TextButton } from '@/components/wallet/display/text-button';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { type CustomToken, removeCustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { AddTokenForm } from './add-token-form';
import { UntrustedToken } from './untrusted-token';

/** Tokens that the user added by address, with a form to add one. They have no fiat value. */
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
  return (
    <section aria-labelledby="custom-tokens" className="grid gap-4">
      <h2 id="custom-tokens" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h2>
      <p className="measure text-sm text-muted">{t('lead')}</p>
      {custom.length > 0 ? (
        <ul className="grid max-w-3xl border-t border-line">
          {custom.map((token) => (
            <li key={`${token.chainId} ${token.address}`}>
              <UntrustedToken token={token} chains={chains} coins={coins}>
                <TextButton
                  label={t('removeLabel', { symbol: token.symbol })}
                  onClick={() => {
                    removeCustomToken(token);
                    // The focused button was removed, so focus moves to the heading.
                    heading.current?.focus();
                  }}
                >
                  {t('remove')}
                </TextButton>
              </UntrustedToken>
            </li>
          ))}
        </ul>
      ) : null}
      <AddTokenForm chains={chains} coins={coins} />
    </section>
  );
}
