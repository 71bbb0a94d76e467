'use client';

import { buttonClass } from '@/components/ui/button';
import { copyText } from '@/lib/browser/copy-text';

/** Button that copies the mailbox, for visitors without an email app. Hidden if scripts don't run. */
export function CopyAddress({
  address,
  label,
  ...wording
}: {
  address: string;
  label: string;
  copied: string;
  failed: string;
}) {
  return (
    <button
      type="button"
      onClick={() => void copyText(address, wording)}
      className={buttonClass({ size: 'small', className: 'no-script:hidden' })}
    >
      {label}
    </button>
  );
}
