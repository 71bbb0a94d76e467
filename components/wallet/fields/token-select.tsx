import { type ComponentProps, lazy, Suspense } from 'react';
import { SelectField } from '@/components/ui/select-field';

/** A longer list is searched, not scrolled through; a browser's own list of thousands would also take its time. */
const MANY = 100;

const SearchSelect = lazy(async () => ({ default: (await import('./search-select')).SearchSelect }));

/** A labelled choice of one of the listed tokens: the browser's own list, or of very many one to search. */
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
