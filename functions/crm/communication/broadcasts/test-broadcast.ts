// POST /api/v1/Broadcasts/{id}/Test
import { findCallerPerson } from '../../../../shared/auth/access/person-access.ts';
import { requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import { listEmails } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { putMail } from '../../../../shared/mail/outbox.ts';
import { testBroadcast } from './contract.ts';
import { findColleagues } from './find-colleagues.ts';
import { renderPreview } from './render-preview.ts';

export const handler = lambda(testBroadcast, async (context) => {
  const { tenant, settings, caller, params, body, newId, receivedAt } = context;
  const [{ subject, html, text }, { attachments }, colleagues] = await Promise.all([
    renderPreview(context, params.id, body.personId),
    requireBroadcast(tenant, params.id),
    findColleagues(tenant, settings, body.colleagueIds),
  ]);
  const personId = findCallerPerson(caller);
  const [person] = personId === undefined ? [] : await peopleById(tenant, [personId]);
  const name = caller.kind === 'user' && caller.name.includes('@') ? caller.name : undefined;
  const to = (person && listEmails(person)[0]?.value) ?? name;
  if (to === undefined)
    throw conflict('There is no address to send the test to: sign in as a user who has one.');
  const mail = {
    html,
    text,
    subject: `[Test] ${subject}`,
    ...(attachments && { fileIds: attachments.map(({ id }) => id) }),
  };
  return write(
    [...new Set([to, ...colleagues])].map((each) =>
      putMail(tenant, newId(), { ...mail, to: each }, receivedAt),
    ),
    reply(202, { to, colleagueIds: body.colleagueIds }),
  );
});
