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
      {isSafeIcon(icon) ? (
        // biome-ignore lint/performance/noImgElement: a data URI needs no image optimizer
        <img src={icon.trim()} alt="" width={32} height={32} className="size-8 rounded-sharp" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-sharp bg-water-wash text-water"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span className="grow">
        <span className="block truncate">{name}</span>
        {note ? <span className="block text-xs text-muted">{note}</span> : null}
      </span>
    </button>
  );
}
