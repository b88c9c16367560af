// Signs a verifiable credential: a Data Integrity proof with eddsa-rdfc-2022 (W3C VC Data Integrity EdDSA 1.0, 3.2).
import type { DocumentLoader } from '@digitalbazaar/vc';
import type { IssuerKey } from './issuer-key.ts';
import openBadges from './open-badges-3.0.3.json' with { type: 'json' };

/** The JSON-LD contexts of a credential, in their order. */
export const credentialsContext = 'https://www.w3.org/ns/credentials/v2';
export const openBadgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

/** The libraries take 0.1 s to load, so they are loaded by the first signature only. */
const loadLibraries = async () => {
  const [{ DataIntegrityProof }, { cryptosuite }, { generate }, { issue, defaultDocumentLoader }] =
    await Promise.all([
      import('@digitalbazaar/data-integrity'),
      import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
      import('@digitalbazaar/ed25519-multikey'),
      import('@digitalbazaar/vc'),
    ]);
  return { DataIntegrityProof, cryptosuite, generate, issue, defaultDocumentLoader };
};

/** Contexts are bundled with the code: a signature must not depend on the reply of a server. */
const withBundledContexts =
  (others: DocumentLoader): DocumentLoader =>
  async (url) =>
    url === openBadgesContext ? { contextUrl: null, documentUrl: url, document: openBadges } : others(url);

/** A credential before it is signed. */
export interface UnsignedCredential {
  readonly '@context': readonly string[];
  readonly id: string;
  readonly type: readonly string[];
  readonly issuer: { readonly id: string };
}

/** The proof of a signed credential. */
export interface Proof {
  readonly type: 'DataIntegrityProof';
  readonly created: string;
  readonly verificationMethod: string;
  readonly cryptosuite: 'eddsa-rdfc-2022';
  readonly proofPurpose: 'assertionMethod';
  readonly proofValue: string;
}

/**
 * The same for an achievement, whose proofs are a list by the schema of 1EdTech (Open Badges 3.0, AchievementCredential).
 * @throws Error when the credential has a term that its contexts do not define
 */
export async function signAchievement<T extends UnsignedCredential>(
  credential: T,
  key: IssuerKey,
  created: Date,
): Promise<T & { readonly proof: [Proof] }> {
  const { proof } = await signCredential(credential, key, created);
  return { ...credential, proof: [proof] };
}

/**
 * The credential with its proof. The same credential, key and time give the same proof, byte for byte.
 * @param created the creation time in the proof, to the second
 * @throws Error when the credential has a term that its contexts do not define
 */
export async function signCredential<T extends UnsignedCredential>(
  credential: T,
  { did, seed }: IssuerKey,
  created: Date,
): Promise<T & { readonly proof: Proof }> {
  const { DataIntegrityProof, cryptosuite, generate, issue, defaultDocumentLoader } = await loadLibraries();
  // The key id of a did:key repeats the text of the DID (did:key 3.1.2).
  const key = await generate({ seed, controller: did, id: `${did}#${did.slice('did:key:'.length)}` });
  const { proof } = await issue({
    credential: structuredClone(credential),
    suite: new DataIntegrityProof({ signer: key.signer(), date: created, cryptosuite }),
    documentLoader: withBundledContexts(defaultDocumentLoader),
  });
  const { created: moment = '', verificationMethod = '', proofValue = '' } = proof;
  return {
    ...credential,
    proof: {
      type: 'DataIntegrityProof',
      created: moment,
      verificationMethod,
      cryptosuite: 'eddsa-rdfc-2022',
      proofPurpose: 'assertionMethod',
      proofValue,
    },
  };
}
