import { AmountSkeleton, ButtonSkeleton } from '@/components/wallet/display/form-skeleton';
import { HeadingSkeleton, LineSkeletons, TextBar } from '@/components/wallet/display/skeleton';

/** Placeholder for the swap form and its terms. Only a signed-in user's form shows a balance. */
export function SwapSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid content-start gap-5 rounded-soft border border-line bg-raised p-5 md:p-6">
        <div className="grid">
          <AmountSkeleton details={isSignedIn ? 'balance' : 'note'} />
          <span className="relative z-1 -my-3 size-11 justify-self-center rounded-sharp border border-line bg-raised" />
          <AmountSkeleton details="note" />
        </div>
        <div className="flex min-h-11 items-center text-sm">
          <TextBar className="w-56" />
        </div>
        <ButtonSkeleton />
      </div>
      <div className="grid content-start gap-3">
        <HeadingSkeleton className="w-28" />
        <div className="h-54">
          <LineSkeletons count={4} />
        </div>
        <TextBar size="text-sm" className="w-64" />
      </div>
    </div>
  );
}
