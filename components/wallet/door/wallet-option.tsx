import { OptionIcon } from '@/components/ui/option-icon';

/** EIP-6963 icons are data URIs; anything else is not shown. */
const SAFE_ICON = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/;

/** One wallet to choose. The icon, a stranger's word, is drawn as an image, in which scripts do not run. */
export function WalletOption({
  name,
  icon,
  note,
  onChoose,
  disabled,
}: {
  name: string;
  icon?: unknown;
  note?: string;
  onChoose: () => void;
  disabled?: boolean;
}) {
  const src = typeof icon === 'string' && SAFE_ICON.test(icon.trim()) ? icon.trim() : undefined;
  return (
    <button type="button" className="option-row" onClick={onChoose} disabled={disabled}>
      <OptionIcon src={src} name={name} />
      <span className="min-w-0 grow">
        <span className="block truncate">{name}</span>
        {note ? <span className="block text-xs text-muted">{note}</span> : null}
      </span>
    </button>
  );
}
