import { Icon } from '@/components/ui/icon';
import type { StoreName } from '@/lib/content/website';

const glyphs: Record<StoreName, string> = {
  googlePlay: 'M7 4v24l20-12zM11 11v10M15 13.500v5M19 15v2',
  appStore: 'M9 3h14v26H9zM14 26h4M13 9h6M13 13h6M13 17h6',
  apk: 'M16 4v17M9 15l7 7 7-7M5 22v6h22v-6',
};

/** A sign of our own for each way to get the app, in the strokes of the drawings. */
export function StoreIcon({ store }: { store: StoreName }) {
  return <Icon path={glyphs[store]} size={32} />;
}
