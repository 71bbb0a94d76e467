import type { z } from 'zod';
import type { websiteFile } from '@/lib/api/schemas/config';

type Apps = z.output<typeof websiteFile>['app'];

/**
 * Returns the iOS apps and the paths that they open (Apple's applinks format). Valid but empty if there are no apps.
 */
export function appleAppSiteAssociation({ appIds, paths }: Apps['ios']) {
  const details =
    appIds.length > 0 ? [{ appIDs: appIds, components: paths.map((path) => ({ '/': path })) }] : [];
  return { applinks: { details } };
}

/**
 * Returns the Digital Asset Links for the Android app that may open this site's links. Empty if no fingerprints are
 * set.
 */
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
