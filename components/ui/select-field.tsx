import { useEffect, useEffectEvent, useId, useRef } from 'react';
import './field.css';

/** A labeled native select, with the platform's picker and keyboard handling. */
export function SelectField({
  label,
  value,
  options,
  onChange,
  disabled,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
}) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  // Applies a choice that was made before hydration. React replays such changes for text fields, but not for selects.
  const applyEarlyChoice = useEffectEvent(() => {
    const chosen = select.current?.value;
    const isShown = options.some((option) => option.value === value);
    if (isShown && chosen !== undefined && chosen !== value) onChange(chosen);
  });
  useEffect(() => applyEarlyChoice(), []);
  return (
    <div>
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <div className="field-box">
        <select
          ref={select}
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          className="field-input field-select"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
