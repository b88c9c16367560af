// Verifies the proof of a credential of a known issuer, without a request to any address.
import type { LoadedDocument } from '@digitalbazaar/vc';
import { openBadgesContext } from './sign.ts';

/** The JSON-LD contexts of the documents of a did:key. */
const didContext = 'https://www.w3.org/ns/did/v1';
const multikeyContext = 'https://w3id.org/security/multikey/v1';

/**
 * Whether the proof of a credential is by this issuer and fits its content (W3C Data Integrity EdDSA 1.0, 3.2.2). Only
 * bundled contexts and the issuer's own key are loaded; a credential that names another address does not verify.
 * @param credential whose shape was checked
 * @param did the did:key of the issuer
 */
export async function verifyAchievement(credential: object, did: string, now: Date): Promise<boolean> {
  const [{ DataIntegrityProof }, { cryptosuite }, { verifyCredential, defaultDocumentLoader }, openBadges] =
    await Promise.all([
      import('@digitalbazaar/data-integrity'),
      import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
      import('@digitalbazaar/vc'),
      import('./open-badges-3.0.3.json', { with: { type: 'json' } }),
    ]);
  const publicKeyMultibase = did.slice('did:key:'.length);
  const keyId = `${did}#${publicKeyMultibase}`;
  const key = { id: keyId, type: 'Multikey', controller: did, publicKeyMultibase };
  const documents = new Map<string, object>([
    [openBadgesContext, openBadges.default],
    [keyId, { '@context': multikeyContext, ...key }],
    [did, { '@context': [didContext, multikeyContext], id: did, assertionMethod: [key] }],
  ]);
  const { verified } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    now,
    documentLoader: async (url): Promise<LoadedDocument> => {
      const document = documents.get(url);
      return document ? { contextUrl: null, documentUrl: url, document } : defaultDocumentLoader(url);
    },
  });
  return verified;
}
