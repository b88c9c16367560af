// What a reader of an area's document should know before the first call.
import { type Area, areas } from '../../shared/http/areas.ts';

const signInNotes: Readonly<Record<Area, string>> = {
  training:
    'Every call names its tenant in the `tenant-code` header. Whether it also needs an access token is a setting of the tenant; a token is sent as `Authorization: Bearer`.',
  crm: 'A client gets an access token from `/oauth/token`, a user by the two-step login of area C. Every call sends it as `Authorization: Bearer`, with the `tenant-code` header.',
  identity:
    'A user signs in with `Authrize`, picks a tenant from `workSpaceList`, and gets an access token for it with `AuthorizeUserForWorkSpace`. It lives an hour and is good for that tenant only.',
  billtracking:
    'Every call names its tenant in the `tenant-code` header and the interface version in `api-version`. Whether it also needs an access token is a setting of the tenant.',
};

const commonNotes = `- **Errors** carry a stable code; each says what to do next, and all values at fault are told at once.
- **\`Idempotency-Key\`** on a POST makes it safe to send again.
- **\`ETag\`** comes with every GET; \`If-Match\` keeps a change from overwriting another.
- **\`validateOnly=true\`** on any write is a dry run.
- On 429 and 5xx, try again with a growing delay; \`Retry-After\` says when it is worth it.`;

/** The document's description, Markdown. */
export const buildIntroduction = (area: Area): string =>
  `${areas[area].summary}\n\n${signInNotes[area]}\n\nIn every operation:\n\n${commonNotes}`;
