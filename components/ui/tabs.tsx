import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

const looks = {
  line: {
    list: 'flex border-b border-line',
    tab: '-mb-px grow border-b-2 border-transparent px-2 aria-selected:border-water aria-selected:text-ink',
  },
  segments: {
    list: 'flex rounded-sharp border border-line sm:max-w-72',
    tab: 'flex-1 rounded-sharp px-3 aria-selected:bg-water-wash aria-selected:text-ink aria-selected:ring-1 aria-selected:ring-water',
  },
} as const;

/** A row of tabs above one panel, following the WAI-ARIA APG. Arrow keys select a tab. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  look = 'line',
  disabled = false,
  isBare = false,
  children,
}: {
  label: string;
  /** `describedBy` is the ID of the text that says why a tab is disabled. */
  tabs: readonly { value: Value; label: string; disabled?: boolean; describedBy?: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** `segments` is for short choices that belong to the content below, such as a chart's range. */
  look?: keyof typeof looks;
  disabled?: boolean;
  /** Whether phones show only the panel, for a step that has its own way back. */
  isBare?: boolean;
  /** Content of the selected tab. */
  children: ReactNode;
}) {
  return (
    <BaseTabs.Root value={value} onValueChange={onChange}>
      <BaseTabs.List
        aria-label={label}
        activateOnFocus
        className={`${looks[look].list} ${isBare ? 'max-md:hidden' : ''}`}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            disabled={disabled || tab.disabled === true}
            aria-describedby={tab.describedBy}
            className={`min-h-11 text-sm text-muted hover:text-ink disabled:opacity-50 aria-disabled:opacity-50 ${looks[look].tab}`}
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel key={value} value={value} className={isBare ? 'md:pt-4' : 'pt-6'}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
