'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { WagmiProvider } from 'wagmi';
import type { Locale } from '@/lib/i18n/routing';
import type { WalletSetup } from './wallet-setup';

/** One cache of chain data a page, shared by every part of the island. */
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 4_000 } } });

/** What every part of the island stands on. The connection is restored once, by the setup, not by each provider. */
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
      <WagmiProvider config={setup.config} reconnectOnMount={false}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </WagmiProvider>
    </NextIntlClientProvider>
  );
}
