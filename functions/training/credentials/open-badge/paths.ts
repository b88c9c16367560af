// Paths of the documents that a credential refers to, below area A's base address.

/** The path of the issuer's profile. */
export const issuerPath = (tenantCode: string): string => `/api/v1/Public/Credentials/${tenantCode}/Issuer`;

/** The path of an achievement. */
export const achievementPath = (tenantCode: string, awardId: string): string =>
  `/api/v1/Public/Credentials/${tenantCode}/Achievements/${awardId}`;

/** The path of the image of an achievement. */
export const achievementImagePath = (tenantCode: string, awardId: string): string =>
  `${achievementPath(tenantCode, awardId)}/Image`;

/** The path of a list of revoked credentials. */
export const statusListPath = (tenantCode: string, list: number): string =>
  `/api/v1/Public/Credentials/${tenantCode}/StatusLists/${list}`;

/** The path of a person's transcript as JSON; its credential is below it. */
export const transcriptPath = (personId: string): string => `/api/v1/People/${personId}/Transcript`;

/** The path of the page that verifies a certificate. */
export const verificationPath = (tenantCode: string, certificateNumber: string): string =>
  `/api/v1/Public/Verify/${tenantCode}/${encodeURIComponent(certificateNumber)}`;
