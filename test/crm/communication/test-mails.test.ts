// A broadcast is sent to who writes it and to colleagues, to try it (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import { useBroadcasts } from './broadcasts/broadcast-calls.ts';

const { send, createPerson, createList, createDraft, getPlatform } = useBroadcasts();
const [ada, ben, dora] = ['ada', 'ben', 'dora'].map((name) => demoId('demo', `person:${name}`));

const asBen = () =>
  getPlatform().tokenFor({
    ...{ tenant: 'demo', personId: ben, permissions: ['crm.communication.send', 'crm.communication.write'] },
  });

describe('a test of a broadcast', () => {
  it('goes to the caller and to colleagues who may read broadcasts', async () => {
    const id = await createDraft({ listIds: [await createList([await createPerson()])], subject: 'News' });
    const sent = await send('POST', `/Broadcasts/${id}/Test`, { colleagueIds: [ada, ada] }, await asBen());
    expect([sent.status, sent.body.colleagueIds], sent.text).toEqual([202, [ada]]);
    const mails = (await dueMails(getPlatform().store('demo'), new Date(Date.now() + 60_000))).filter(
      ({ subject }) => subject === '[Test] News',
    );
    expect(mails).toHaveLength(2);
    expect(mails.map(({ to }) => to)).toContain(sent.body.to);
    expect(new Set(mails.map(({ html }) => html)).size).toBe(1);
  });

  it('goes to no one else: members and strangers are refused, and so are more than 10', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const token = await asBen();
    const stranger = await createPerson();
    const refused = await send(
      'POST',
      `/Broadcasts/${id}/Test`,
      { colleagueIds: [ada, dora, stranger.id] },
      token,
    );
    expect(refused.status).toBe(400);
    const fields = refused.body.error.details.map(({ field }: { readonly field: string }) => field);
    expect(fields).toEqual(['colleagueIds[1]', 'colleagueIds[2]']);
    const many = Array.from({ length: 11 }, (_, index) => `11111111-1111-4111-8111-1111111111${10 + index}`);
    const tooMany = await send('POST', `/Broadcasts/${id}/Test`, { colleagueIds: many }, token);
    expect([tooMany.status, tooMany.body.error.details[0]?.field]).toEqual([400, 'colleagueIds']);
  });
});
