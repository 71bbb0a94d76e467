import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SiteShell } from '@/components/site/site-shell';
import { routing } from '@/lib/i18n/routing';

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
      <div className="page-width grid gap-10 py-12 md:py-20">{children}</div>
    </SiteShell>
  );
}
