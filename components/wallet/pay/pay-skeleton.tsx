import { useTranslations } from 'next-intl';
import {
  AmountFormSkeleton,
  AmountSkeleton,
  ButtonSkeleton,
  FieldSkeleton,
  TabsSkeleton,
} from '@/components/wallet/display/form-skeleton';
import { Bar, HeadingSkeleton, NoteGhost, Repeat, TextBar } from '@/components/wallet/display/skeleton';
import type { PayTab } from '@/lib/wallet/pay/pay-params';

/** About as long as the request's token and network, which aren't known yet. They aren't visible. */
const LIKELY_REQUEST = { symbol: 'ETH', network: 'Ethereum' };

/** Placeholder for the tab with a QR code, and the form of its request. */
export function ReceiveSkeleton() {
  const t = useTranslations('wallet.pay');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:grid-rows-[auto_1fr] lg:gap-x-12">
      <div className="grid content-start gap-5">
        <HeadingSkeleton className="w-48 max-md:hidden" />
        <AmountSkeleton details="note" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-4 self-start rounded-soft border border-line bg-raised p-5 md:row-span-2">
        <span className="block aspect-square w-full max-w-72 rounded-sharp bg-line" />
        <div className="grid w-full justify-items-center gap-1">
          <TextBar size="text-xl" className="w-40" />
          <TextBar size="text-sm" className="w-24" />
        </div>
        <div className="grid w-full gap-1">
          <ButtonSkeleton />
          <div className="flex h-11 items-center justify-center gap-5">
            <Bar className="w-20" />
          </div>
        </div>
      </div>
      <div className="grid content-start gap-5">
        <div className="border-s-2 border-line ps-3">
          <NoteGhost>{t('onlyHere', LIKELY_REQUEST)}</NoteGhost>
        </div>
        <div className="grid gap-1">
          <TextBar size="text-sm" className="w-24" />
          <div>
            <TextBar className="w-80" />
            <TextBar size="xl:hidden" className="w-40" />
          </div>
          <div className="flex h-11 items-center">
            <Bar className="w-24" />
          </div>
        </div>
        <div className="border-t border-line pt-4">
          <TextBar size="text-sm" className="w-44" />
        </div>
        <div className="grid min-h-11 content-start">
          <TextBar size="text-sm" className="w-72" />
        </div>
      </div>
    </div>
  );
}

/** Placeholder for the tab with a payment to find, and the contacts. */
function SendSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid content-start gap-6">
        <HeadingSkeleton className="w-56" />
        <ButtonSkeleton />
        <ButtonSkeleton />
        <FieldSkeleton />
        <ButtonSkeleton />
      </div>
      <div className="grid content-start gap-3">
        <HeadingSkeleton className="w-28" />
        <TextBar size="text-sm" className="w-64" />
        <Repeat count={3}>
          <div className="flex items-center justify-between gap-4 border-b border-line py-2">
            <div>
              <TextBar className="w-28" />
              <TextBar size="text-xs" className="w-24" />
            </div>
            <Bar className="h-11 w-16" />
          </div>
        </Repeat>
        <Bar className="h-11 w-32" />
      </div>
    </div>
  );
}

/** Placeholder for the pay page, or for the form of a request in its URL. */
export function PaySkeleton({ tab, hasRequest = false }: { tab: PayTab; hasRequest?: boolean }) {
  if (hasRequest)
    return (
      <div className="grid gap-5">
        <HeadingSkeleton className="w-48" />
        <AmountFormSkeleton />
      </div>
    );
  return (
    <>
      <TabsSkeleton count={2} />
      <div className="pt-6">{tab === 'receive' ? <ReceiveSkeleton /> : <SendSkeleton />}</div>
    </>
  );
}
