// Where what a credential names can be looked up: paths below area A's base address.

/** The issuer's profile. */
export const issuerPath = (tenantCode: string): string => `/api/v1/Public/Credentials/${tenantCode}/Issuer`;

/** What was achieved. */
export const achievementPath = (tenantCode: string, awardId: string): string =>
  `/api/v1/Public/Credentials/${tenantCode}/Achievements/${awardId}`;

/** Which credentials are revoked. */
export const statusListPath = (tenantCode: string, list: number): string =>
  `/api/v1/Public/Credentials/${tenantCode}/StatusLists/${list}`;

/** A person's transcript, as JSON; its credential stands below it. */
export const transcriptPath = (personId: string): string => `/api/v1/People/${personId}/Transcript`;

/** The page that tells whoever holds a certificate whether it holds. */
export const verificationPath = (tenantCode: string, certificateNumber: string): string =>
  `/api/v1/Public/Verify/${tenantCode}/${encodeURIComponent(certificateNumber)}`;
