import { Icon } from './icon';
import { type Failure, LoadFailure, LoadWait } from './load-state';
import { OptionIcon } from './option-icon';
import './choice-list.css';

type Option = { value: string; label: string; note?: string; lang?: string; icon?: string };

/** A single-choice list with the current option marked. It keeps its size while loading. */
export function ChoiceList({
  label,
  options,
  current,
  onChoose,
  loading,
  failure,
}: {
  label: string;
  options: readonly Option[] | undefined;
  current: string;
  onChoose: (value: string) => void;
  /** Shown if loading takes a long time. */
  loading: string;
  failure?: Failure | undefined;
}) {
  if (failure && !options) return <LoadFailure {...failure} />;
  if (!options) return <LoadWait>{loading}</LoadWait>;
  return (
    <ul aria-label={label} className="grid min-h-28 content-start gap-2">
      {options.map(({ value, label: text, note, lang, icon }) => (
        <li key={value}>
          <button
            type="button"
            lang={lang}
            className="choice"
            aria-current={value === current ? 'true' : undefined}
            onClick={() => onChoose(value)}
          >
            {icon === undefined ? null : <OptionIcon src={icon} name={text} />}
            <span className="grow">{text}</span>
            {note ? <span className="whitespace-nowrap text-muted">{note}</span> : null}
            <Icon path="m4 10 4 4 8-9" size={20} className="choice-mark" />
          </button>
        </li>
      ))}
    </ul>
  );
}
