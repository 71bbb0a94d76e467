import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { TideBanner } from '@/components/site/art/tide-banner';
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
      <div className="relative isolate overflow-clip">
        <TideBanner
          seed={33}
          lines={16}
          width={1600}
          height={420}
          left={[1.02, 1.06]}
          right={[0.05, 0.92]}
          swell={0.05}
          fit="none"
          className="absolute end-0 top-0 -z-10 hidden h-40 w-3/5 text-tide md:block"
        />
        <div className="page-width grid gap-10 py-12 md:min-h-[32rem] md:content-start md:py-20">
          {children}
        </div>
      </div>
    </SiteShell>
  );
}
