import { type ComponentProps, lazy, Suspense } from 'react';
import { SelectField } from '@/components/ui/select-field';

/** Lists with more options than this are searchable. A native select is also slow with thousands of options. */
const MANY = 100;

const SearchSelect = lazy(async () => ({ default: (await import('./search-select')).SearchSelect }));

/** Select for a listed token. Uses a native select, or a searchable one if the list is long. */
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
