// Types for the parts of the signing libraries that this project uses; the libraries have no types.
declare module '@digitalbazaar/ed25519-multikey' {
  export interface Ed25519Key {
    readonly publicKeyMultibase: string;
    signer(): { readonly algorithm: string; readonly id: string };
  }
  export function generate(options: {
    readonly seed: Uint8Array;
    readonly id?: string;
    readonly controller?: string;
  }): Promise<Ed25519Key>;
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    /** Without a signer it verifies only. */
    constructor(options: { readonly signer?: object; readonly date?: Date; readonly cryptosuite: object });
  }
}

declare module '@digitalbazaar/vc' {
  /** A JSON-LD document and its address. */
  export interface LoadedDocument {
    readonly contextUrl: null;
    readonly documentUrl: string;
    readonly document: object;
  }
  export type DocumentLoader = (url: string) => Promise<LoadedDocument>;
  export const defaultDocumentLoader: DocumentLoader;
  export function issue<T extends object>(options: {
    readonly credential: T;
    readonly suite: object;
    readonly documentLoader: DocumentLoader;
  }): Promise<T & { readonly proof: Readonly<Record<string, string>> }>;
  export function verifyCredential(options: {
    readonly credential: object;
    readonly suite: object;
    readonly now: Date;
    readonly documentLoader: DocumentLoader;
  }): Promise<{ readonly verified: boolean }>;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export interface BitstringStatusList {
    setStatus(index: number, status: boolean): void;
    encode(): Promise<string>;
  }
  export function createList(options: { readonly length: number }): Promise<BitstringStatusList>;
}
