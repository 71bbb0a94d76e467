import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { LeadText } from '@/components/wallet/display/lead-text';
import { openDialog } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';
import { WalletAway } from './wallet-away';

/**
 * React hook that returns the next step without a connected account: connect a wallet, sign in with the connected one, or
 * reconnect the one of the session.
 */
export function useConnectLabel(): string {
  const t = useTranslations('wallet.preview');
  const isSignedIn = useSession((state) => state.token !== null);
  const { isConnected } = useConnection();
  if (isSignedIn) return t('reconnect');
  return t(isConnected ? 'signIn' : 'connect');
}

/**
 * Introduction to a wallet page for visitors, with the button to connect a wallet. Signed-in users see it only without
 * their wallet, and get to know what it needs instead.
 */
export function StartLead({
  title,
  lead,
  conditions,
  children,
}: {
  /** Heading, if the visitor came for something other than the page itself. */
  title?: string | undefined;
  lead?: string;
  conditions?: string | undefined;
  /** Content between the introduction and the button. */
  children?: ReactNode;
}) {
  const label = useConnectLabel();
  const isSignedIn = useSession((state) => state.token !== null);
  if (isSignedIn)
    return (
      <div className="grid content-start gap-6">
        {title ? <h2 className="font-display text-2xl">{title}</h2> : null}
        <WalletAway />
      </div>
    );
  return (
    <div className="grid content-start gap-6">
      {title ? <h2 className="font-display text-2xl">{title}</h2> : null}
      {lead ? <LeadText className="text-xl text-balance">{lead}</LeadText> : null}
      {children}
      <div>
        <Button variant="signal" className="max-sm:w-full" onClick={() => openDialog('wallet')}>
          {label}
        </Button>
      </div>
      {conditions ? <LeadText className="text-sm text-pretty text-muted">{conditions}</LeadText> : null}
    </div>
  );
}

/** Puts a page's introduction beside what the page shows on wide screens, and above it on others. */
export function StartLayout({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:gap-x-14">
      <div className="xl:sticky xl:top-24 xl:self-start">{start}</div>
      {children}
    </div>
  );
}

/**
 * Frame around a page's components with made-up data. Marked as a sample, and not interactive. Shown only to visitors,
 * because signed-in users would take it for their own data.
 */
export function SampleFrame({
  about,
  children,
}: {
  /** Description for screen readers, which skip the sample itself. */
  about: string;
  children: ReactNode;
}) {
  const t = useTranslations('wallet.preview');
  const isSignedIn = useSession((state) => state.token !== null);
  if (isSignedIn) return null;
  return (
    <div className="min-w-0">
      <p className="sr-only">{about}</p>
      <div
        inert
        aria-hidden="true"
        className="sample-frame relative rounded-soft border border-line bg-raised p-4 pt-7 select-none md:p-6 md:pt-8"
      >
        <span className="planned-tag absolute end-4 -top-3.25 bg-raised md:end-6">{t('tag')}</span>
        <div className="grid min-w-0 gap-6">{children}</div>
      </div>
    </div>
  );
}
