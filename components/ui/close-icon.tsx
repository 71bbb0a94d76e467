import { Icon } from './icon';

/** A plain cross, drawn in the current colour. */
export function CloseIcon() {
  return <Icon path="m4 4 12 12M16 4 4 16" size={20} />;
}
