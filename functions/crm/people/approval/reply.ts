// Replies with a change request.
import type { EmailViewer } from '../../../../shared/auth/access/email-visibility.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import type { ChangeRequestItem } from './change-request.ts';
import { presentRequest } from './present.ts';
import { insertRequest } from './store.ts';

interface ReplyContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly url: (path: string) => string;
}

/** Stores a new request and answers with it. */
export const replyWithNewRequest = (context: ReplyContext, request: ChangeRequestItem) =>
  write(
    insertRequest(context.tenant, request),
    created(presentRequest(context, request), context.url(`/api/v1/PeopleApproval/Requests/${request.id}`), {
      version: request.version,
    }),
  );
