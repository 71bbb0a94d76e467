'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { WagmiContext } from 'wagmi';
import type { Locale } from '@/lib/i18n/routing';
import type { WalletSetup } from './wallet-setup';

/** One cache of chain data per page, shared by all parts of the wallet. */
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 4_000 } } });

/**
 * Context providers of the wallet root. The setup restores the connection once per page. wagmi's own provider would
 * restore or drop it each time a component mounts.
 */
export function WalletProvider({
  setup,
  locale,
  children,
}: {
  setup: WalletSetup;
  locale: Locale;
  children: ReactNode;
}) {
  return (
    <NextIntlClientProvider locale={locale} messages={setup.messages} timeZone="UTC">
      <WagmiContext value={setup.config}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </WagmiContext>
    </NextIntlClientProvider>
  );
}
