import type { Viewport } from 'next';
import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ArtPicture } from '@/components/site/art/art-picture';
import { walletField } from '@/components/site/art/fields';
import { SiteShell } from '@/components/site/site-shell';
import { WalletNav } from '@/components/site/wallet-nav';
import { routing } from '@/lib/i18n/routing';

/** Makes an on-screen keyboard resize the viewport. In browsers where it covers the page instead, dialogs move. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export default async function WalletLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}) {
  const { locale } = await params;
  if (hasLocale(routing.locales, locale)) setRequestLocale(locale);
  return (
    <SiteShell>
      <div className="relative isolate overflow-clip">
        <ArtPicture
          art={walletField}
          fit="none"
          className="absolute end-0 top-22 -z-10 hidden h-32 w-3/5 text-tide md:block"
        />
        <div className="page-width grid gap-10 py-12 md:min-h-[32rem] md:content-start md:pt-10 md:pb-20">
          <WalletNav />
          {children}
        </div>
      </div>
    </SiteShell>
  );
}
