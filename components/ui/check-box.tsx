import type { ComponentProps } from 'react';
import './check-box.css';

/** A checkbox with the house's border and surface; a browser's own is plain grey in the dark. Its label is the caller's. */
export function CheckBox(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...input} type="checkbox" className="check-box" />;
}
