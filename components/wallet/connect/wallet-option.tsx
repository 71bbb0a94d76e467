import { OptionIcon } from '@/components/ui/option-icon';

/** EIP-6963 icons are data URIs; anything else is not shown. */
function isSafeIcon(icon: string | undefined): icon is string {
  return icon !== undefined && /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/.test(icon.trim());
}

/** One wallet to choose. The icon is drawn as an image, in which scripts do not run. */
export function WalletOption({
  name,
  icon,
  note,
  onChoose,
  disabled,
}: {
  name: string;
  icon?: string;
  note?: string;
  onChoose: () => void;
  disabled?: boolean;
}) {
  return (
    <button type="button" className="option-row" onClick={onChoose} disabled={disabled}>
      <OptionIcon src={isSafeIcon(icon) ? icon.trim() : undefined} name={name} />
      <span className="grow">
        <span className="block truncate">{name}</span>
        {note ? <span className="block text-xs text-muted">{note}</span> : null}
      </span>
    </button>
  );
}
