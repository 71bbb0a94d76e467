import { useTranslations } from 'next-intl';
import { Bar, Repeat, TextBar, TextGhost } from '@/components/wallet/display/skeleton';
import { ChainSectionsSkeleton } from '@/components/wallet/frame/chain-sections-skeleton';

/** Placeholder for an approval: its box, token and spender, figures, and button. */
export function ApprovalSkeleton() {
  return (
    <div className="@container grid h-36 grid-cols-[auto_minmax(0,1fr)] gap-x-2 overflow-hidden border-t border-line py-4 sm:gap-x-4">
      <span className="-ms-2.5 grid size-11 place-items-center">
        <Bar className="h-5 w-5" />
      </span>
      <div className="grid content-start items-start gap-x-8 gap-y-3 pt-2 @prose:grid-cols-[minmax(0,5fr)_minmax(0,7fr)_auto]">
        <div className="grid gap-1">
          <div className="flex items-center gap-2 text-lg">
            <span className="size-7 shrink-0 rounded-full bg-line" />
            <TextBar className="w-24" />
          </div>
          <TextBar size="text-sm" className="w-40" />
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm @form:grid-cols-3">
          <Repeat count={3}>
            <TextBar className="w-16" />
            <TextBar className="w-20" />
          </Repeat>
        </div>
        <Bar className="h-11 w-24 @max-prose:hidden" />
      </div>
    </div>
  );
}

/** Placeholder for the approvals page. */
export function ApprovalsSkeleton() {
  const t = useTranslations('wallet.approvals');
  return (
    <ChainSectionsSkeleton
      className="gap-4"
      intro={
        <div className="border-t border-line pt-6">
          <TextGhost className="text-sm">{t('how')}</TextGhost>
        </div>
      }
    >
      <ApprovalSkeleton />
    </ChainSectionsSkeleton>
  );
}
