import { create } from 'zustand';
import { readStored, watchStored, writeStored } from './storage';

/**
 * Creates a yes-or-no setting of this device, which all tabs share: a store, and a function that changes it. If storage is
 * blocked, a change lasts until the page closes.
 */
export function createStoredFlag(key: string) {
  const current = () => ({ isOn: typeof window !== 'undefined' && readStored(key) === '1' });
  const useFlag = create<{ isOn: boolean }>(current);
  watchStored(key, () => useFlag.setState(current()));
  const setFlag = (isOn: boolean): void => {
    writeStored(key, isOn ? '1' : null);
    useFlag.setState({ isOn });
  };
  return { useFlag, setFlag };
}
