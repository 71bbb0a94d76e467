import { type ComponentProps, lazy, Suspense } from 'react';
import { SelectField } from '@/components/ui/select-field';

/** Longer lists are searchable; a native select with thousands of options is also slow. */
const MANY = 100;

const SearchSelect = lazy(async () => ({ default: (await import('./search-select')).SearchSelect }));

/** Selects a listed token: a native select, or a searchable one for long lists. */
export function TokenSelect(props: ComponentProps<typeof SelectField>) {
  const { options, value } = props;
  if (options.length <= MANY) return <SelectField {...props} />;
  const waiting = { ...props, options: options.filter((option) => option.value === value), disabled: true };
  return (
    <Suspense fallback={<SelectField {...waiting} />}>
      <div>
        <SearchSelect {...props} />
      </div>
    </Suspense>
  );
}
