import { Bar, Repeat, TextBar } from '@/components/wallet/display/skeleton';
import { ChainSectionsSkeleton } from '@/components/wallet/frame/chain-sections-skeleton';

/** Placeholder for a network's contracts. */
export function PlansSkeleton() {
  return (
    <Repeat count={2}>
      <div className="grid h-18 grid-cols-[minmax(0,1fr)_auto] items-center border-t border-line">
        <TextBar className="w-32" />
        <Bar className="h-11 w-20" />
      </div>
    </Repeat>
  );
}

/** Placeholder for the recovery page. */
export function RecoverySkeleton() {
  return (
    <ChainSectionsSkeleton className="gap-4" intro={null}>
      <PlansSkeleton />
    </ChainSectionsSkeleton>
  );
}
