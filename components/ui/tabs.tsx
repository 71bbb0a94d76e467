import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/** A row of tabs above one panel, following the WAI-ARIA APG. Arrow keys select a tab. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  disabled = false,
  children,
}: {
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** Content of the selected tab. */
  children: ReactNode;
}) {
  return (
    <BaseTabs.Root value={value} onValueChange={onChange}>
      <BaseTabs.List aria-label={label} activateOnFocus className="flex border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            disabled={disabled}
            className="-mb-px min-h-11 grow border-b-2 border-transparent px-2 text-sm text-muted hover:text-ink aria-selected:border-water aria-selected:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel key={value} value={value} className="pt-6">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
