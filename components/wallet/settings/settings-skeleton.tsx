import { FieldSkeleton } from '@/components/wallet/display/form-skeleton';
import { HeadingSkeleton, LineSkeletons } from '@/components/wallet/display/skeleton';

/** Placeholder for the settings page. */
export function SettingsSkeleton() {
  return (
    <div className="grid max-w-form gap-3 border-t border-line pt-5">
      <HeadingSkeleton className="w-40" />
      <LineSkeletons count={2} />
      <FieldSkeleton />
    </div>
  );
}
