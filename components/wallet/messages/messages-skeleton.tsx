import { ButtonSkeleton } from '@/components/wallet/display/form-skeleton';
import { RowSkeletons, TextBar } from '@/components/wallet/display/skeleton';

/** Placeholder for the page while the messenger opens its storage. */
export function MessagesSkeleton() {
  return (
    <div className="grid gap-6 lg:max-w-96">
      <div className="flex gap-3">
        <ButtonSkeleton className="w-40" />
        <ButtonSkeleton className="w-28" />
      </div>
      <TextBar className="w-full" size="text-3xl" />
      <RowSkeletons count={5} rowClass="min-h-18" />
    </div>
  );
}
