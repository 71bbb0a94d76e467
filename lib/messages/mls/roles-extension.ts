import type { Extension } from 'ts-mls';
import { type Roles, roles } from '@/lib/messages/protocol/roles';

/**
 * Type of the group context extension for the roles, from the private-use range 0xf000 to 0xffff (RFC 9420, section
 * 17.3).
 */
export const ROLES_EXTENSION = 0xf054;

/** Returns the group context extension (RFC 9420, section 13.4) that stores the roles. */
export const rolesExtension = (value: Roles): Extension => ({
  extensionType: ROLES_EXTENSION,
  extensionData: new TextEncoder().encode(JSON.stringify(value)),
});

/**
 * Returns the roles in a group's extensions, or null if they are missing or malformed, or if there are other
 * extensions.
 */
export function rolesOf(extensions: readonly Extension[]): Roles | null {
  const [found, ...others] = extensions;
  if (found?.extensionType !== ROLES_EXTENSION || others.length > 0) return null;
  try {
    return roles.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(found.extensionData)));
  } catch {
    // Data from other devices may be malformed.
    return null;
  }
}
