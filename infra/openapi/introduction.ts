// The introduction of an area's document: what to know before the first call.
import { type Area, areas } from '../../shared/http/areas.ts';

const signInNotes: Readonly<Record<Area, string>> = {
  training:
    'Every call names its tenant in the `tenant-code` header. A tenant setting decides whether it also needs an access token, which is sent as `Authorization: Bearer`.',
  crm: 'A client gets an access token from `/oauth/token`, a user by the two-step login of area C. Every call sends it as `Authorization: Bearer`, with the `tenant-code` header.',
  identity:
    'A user signs in with `Authrize`, picks a tenant from `workSpaceList`, and gets an access token for it with `AuthorizeUserForWorkSpace`. It lives an hour and is good for that tenant only.',
  billtracking:
    'Every call names its tenant in the `tenant-code` header and the interface version in `api-version`. A tenant setting decides whether it also needs an access token.',
};

const commonNotes = `- **Errors** have a stable code and say what to do next; all invalid values are reported at once.
- **\`Idempotency-Key\`** on a POST makes it safe to retry.
- **\`ETag\`** is part of every GET; \`If-Match\` prevents a lost update.
- **\`validateOnly=true\`** on any write is a dry run.
- On 429 and 5xx, retry with a growing delay; \`Retry-After\` gives the seconds to wait.`;

/** The document's description, Markdown. */
export const buildIntroduction = (area: Area): string =>
  `${areas[area].summary}\n\n${signInNotes[area]}\n\nIn every operation:\n\n${commonNotes}`;
