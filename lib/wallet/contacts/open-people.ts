import { create } from 'zustand';
import type { Contact } from './contacts';

/**
 * People of the accepted conversation that is open, by the names that it shows. Whoever pays one of them knows whom the
 * payment is for, so its review names them. Empty on every other page.
 */
export const useOpenPeople = create<{ people: readonly Contact[] }>(() => ({ people: [] }));
