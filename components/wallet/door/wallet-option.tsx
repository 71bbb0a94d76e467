import { OptionIcon } from '@/components/ui/option-icon';

/** One wallet to choose. Its icon was checked by `readIcon`. */
export function WalletOption({
  name,
  icon = null,
  note,
  onChoose,
  disabled,
}: {
  name: string;
  icon?: string | null;
  note?: string | undefined;
  onChoose: () => void;
  disabled?: boolean;
}) {
  return (
    <button type="button" className="option-row" onClick={onChoose} disabled={disabled}>
      <OptionIcon src={icon ?? undefined} name={name} />
      <span className="min-w-0 grow">
        <span className="block truncate">{name}</span>
        {note ? <span className="block text-xs break-words text-muted">{note}</span> : null}
      </span>
    </button>
  );
}
