import { Bar, Repeat, TextBar } from '@/components/wallet/display/skeleton';
import { ChainSectionsSkeleton } from '@/components/wallet/frame/chain-sections-skeleton';
import { recoveryContracts } from '@/lib/wallet/recovery/recovery-plan';

/** Placeholder for a network's contracts. */
export function PlansSkeleton() {
  return (
    <div className="border-b border-line">
      <Repeat count={recoveryContracts.length}>
        <div className="grid gap-3 border-t border-line py-4">
          <TextBar className="w-32" />
          <Bar className="h-11 w-20" />
        </div>
      </Repeat>
    </div>
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
