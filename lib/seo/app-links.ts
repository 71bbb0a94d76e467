import type { z } from 'zod';
import type { websiteFile } from '@/lib/api/schemas/config';

type Apps = z.output<typeof websiteFile>['app'];

/**
 * Returns which paths iOS opens in which apps (Apple's applinks format); a valid document without entries if there are
 * no apps.
 */
export function appleAppSiteAssociation({ appIds, paths }: Apps['ios']) {
  const details =
    appIds.length > 0 ? [{ appIDs: appIds, components: paths.map((path) => ({ '/': path })) }] : [];
  return { applinks: { details } };
}

/** Returns which Android app may open this site's links (Digital Asset Links); empty without fingerprints. */
export function assetLinks({ packageName, sha256CertFingerprints }: Apps['android']) {
  if (sha256CertFingerprints.length === 0) return [];
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: packageName,
        sha256_cert_fingerprints: sha256CertFingerprints,
      },
    },
  ];
}
