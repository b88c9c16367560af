// Chapter 9, March to September 2032: certifications expire; one is renewed in grace, one lapses, one is revoked.
// Rules: docs/interface/training.md#rule-snapshots, #projection, #reminders, #certification-status,
// #certification-dates.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import { type Name, tenant } from './cast.ts';

export const expireCertifications = (tour: () => Tour) =>
  describe('9. certifications expire', () => {
    const readProgress = (name: Name, more = '') =>
      tour().callOk(
        name,
        'GET',
        `/People/${tour().personId(name)}/Awards/${tour().recallId('award')}${more}`,
      );
    const readCertification = (name: Name) =>
      tour().callOk(name, 'GET', `/Certifications/${tour().recallId(`${name} certified`)}`);
    const renew = (name: Name) =>
      tour().call('pavel', 'POST', `/Certifications/${tour().recallId(`${name} certified`)}/Renew`, {});
    const listMessages = async (name: Name, kind: string): Promise<string[]> =>
      (await tour().notifications(name))
        .filter((notification) => notification.kind === kind)
        .map(({ message }) => message);
    const listReminderDays = async (name: Name): Promise<(string | undefined)[]> =>
      (await listMessages(name, 'certificationExpiring')).map(
        (message) => /Days left: (\d+)/.exec(message)?.[1],
      );

    it('a change of the rules does not change certifications that were granted by the old rules', async () => {
      const { callOk, until } = tour();
      await until('2032-03-01T16:00:00Z');
      await callOk('odette', 'PUT', '/Settings/Certification', { graceDays: 60 });
      expect(await readCertification('silas')).toMatchObject({
        graceThrough: '2032-08-08',
        rules: { graceDays: 30 },
      });
    });

    it('the projection states when a certification lapses and what it needs, and it can’t be renewed too early', async () => {
      expect(await readProgress('silas', '/Projection')).toMatchObject({
        state: 'Awarded',
        lapsesOn: '2032-07-09',
        renewalOpensOn: '2032-04-10',
        renewBy: '2032-08-08',
        canRenewNow: false,
        creditsNeeded: [{ creditType: 'General', missing: 4 }],
        sentence: 'Certified Town Clerk lapses on 2032-07-09; it needs 4 more General credits by then.',
      });
      const { status, body } = await renew('silas');
      expect([status, body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
      expect(body.error.message).toContain('It can be renewed from 2032-04-10.');
    });

    it('the holders get reminders 90, 60, 30 and 7 days before the end, in the morning', async () => {
      const { mails, until } = tour();
      await until('2032-04-10T14:30:00Z');
      expect(await listReminderDays('silas')).toEqual([]);
      await until('2032-04-10T15:30:00Z');
      expect(await listReminderDays('silas')).toEqual(['90']);
      expect((await mails('silas')).at(-1)?.text).toContain('Still needed: 4 General\n');
      expect((await readProgress('silas')).renewal).toMatchObject({ isOpen: true, isReady: false });
      expect((await renew('silas')).body.error.message).toContain('4 more General credits are needed');
      await until('2032-07-08T16:00:00Z');
      expect(await listReminderDays('silas')).toEqual(['90', '60', '30', '7']);
      expect(await listReminderDays('greta')).toEqual(['90', '60', '30', '7']);
    });

    it('in grace a certification is expired for the public, but can still be renewed', async () => {
      const { callOk, recallId, notifications, until } = tour();
      await until('2032-07-10T16:00:00Z');
      expect(await readCertification('silas')).toMatchObject({ standing: 'InGrace' });
      expect(await readProgress('silas')).toMatchObject({ state: 'InGrace', isInGrace: true, statusCode: 5 });
      const number = recallId('certificate number');
      expect(await callOk('public', 'GET', `/Public/Verify/${tenant}/${number}`)).toMatchObject({
        status: 'Expired',
      });
      expect((await notifications('silas')).at(-1)?.kind).toBe('certificationExpired');
      expect(await listMessages('greta', 'certificationExpired')).toEqual([]);
    });

    it('a late renewal is valid from the day it is made, by the rules of that day (late on 20 Feb, until 19 Feb)', async () => {
      const { callOk, personId, rememberId, recallId, until } = tour();
      await until('2032-07-20T16:00:00Z');
      const row = {
        externalId: 'conference-2032',
        personId: personId('silas'),
        creditTypeId: recallId('General'),
      };
      const rows = [{ ...row, credits: 4, earnedDate: '2032-07-18' }];
      for (const expected of ['Granted', 'AlreadyGranted']) {
        const { results } = await callOk('pavel', 'POST', '/Credits/Import', { rows });
        expect(results).toMatchObject([{ status: expected }]);
      }
      expect(await readProgress('silas', '/Projection')).toMatchObject({
        canRenewNow: true,
        creditsNeeded: [],
      });
      const { status, body } = await renew('silas');
      expect(status).toBe(201);
      expect(body).toMatchObject({
        renews: recallId('silas certified'),
        validFrom: '2032-07-20',
        validThrough: '2033-07-19',
        graceThrough: '2033-09-17',
      });
      expect(await readCertification('silas')).toMatchObject({ standing: 'Renewed', renewedBy: body.id });
      rememberId('silas certified', body.id);
      expect((await renew('silas')).status).toBe(422);
      // The credits of this renewal do not count for the next one, and the credential states them.
      expect((await readProgress('silas')).renewal.credits).toMatchObject([{ earned: 0, missing: 4 }]);
      const { credentialSubject } = await callOk('silas', 'GET', `/Certifications/${body.id}/Credential`);
      expect(credentialSubject.achievement.criteria.narrative).toBe(
        'Renewed with at least 4 credits, by version 1 of the curriculum.',
      );
    });

    it('a certification that is not renewed expires when grace is over (Grace period, Expired)', async () => {
      const { callOk, until } = tour();
      await until('2032-08-13T16:00:00Z');
      expect(await readCertification('greta')).toMatchObject({ standing: 'InGrace' });
      expect(await listMessages('greta', 'certificationExpired')).toHaveLength(1);
      await until('2032-08-14T16:00:00Z');
      expect(await readCertification('greta')).toMatchObject({ standing: 'Expired' });
      expect(await readProgress('greta')).toMatchObject({ state: 'Expired', statusCode: 1 });
      expect((await readProgress('greta', '/Projection')).sentence).toBe(
        'Certified Town Clerk expired on 2032-07-14; it must be earned again.',
      );
      const { status, body } = await renew('greta');
      expect([status, body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
      const held = await callOk('pavel', 'GET', '/Certifications?expiringFrom=2032-08-14');
      expect(held.map(({ personName }: { personName: string }) => personName)).toEqual(['Silas Whitcomb']);
    });

    it('a re-evaluation by new rules is said in the credential, and the rules of the award stay as they were', async () => {
      const { callOk, recallId, verify, until } = tour();
      await until('2032-08-20T16:00:00Z');
      const before = await readCertification('silas');
      await callOk('pavel', 'PUT', `/Awards/${recallId('award')}/Curriculum`, {
        minimumCredits: [{ creditTypeId: recallId('General'), credits: 20 }],
      });
      const { changes } = await callOk('pavel', 'POST', `/Awards/${recallId('award')}/Reevaluate`, {
        apply: true,
      });
      expect(changes.map(({ personName }: { personName: string }) => personName)).toContain('Silas Whitcomb');
      expect(await readCertification('silas')).toMatchObject({
        ...{ rules: before.rules, renewalRules: before.renewalRules, validThrough: before.validThrough },
        reevaluations: [{ byName: 'pavel', rules: { curriculumVersion: 2 } }],
      });
      const path = `/Certifications/${recallId('silas certified')}/Credential`;
      const credential = await callOk('silas', 'GET', path);
      expect(credential.evidence).toEqual([
        {
          type: ['Evidence'],
          name: 'Re-evaluation',
          narrative: expect.stringMatching(
            /^Re-evaluated on 2032-08-20\. .* Not met: \d+ more General credits\.$/,
          ),
        },
      ]);
      const accepted = { valid_signature: true, revocation_status: true };
      expect(await verify('2032-08-20T17:00:00Z', credential)).toMatchObject(accepted);
    });

    it('a verifier reports a revoked certification as revoked, not as expired (Bitstring Status List)', async () => {
      const { callOk, recallId, verify, until } = tour();
      await until('2032-09-01T16:00:00Z');
      const path = `/Certifications/${recallId('silas certified')}`;
      const credential = await callOk('silas', 'GET', `${path}/Credential`);
      const moment = '2032-09-01T17:00:00Z';
      expect(await verify(moment, credential)).toMatchObject({ revocation_status: true });
      const reason = 'Resigned from office.';
      const revoked = await callOk('pavel', 'POST', `${path}/Revoke`, { reason });
      expect(revoked).toMatchObject({ standing: 'Revoked', validThrough: '2033-07-19' });
      expect(await verify(moment, credential)).toMatchObject({
        valid_signature: true,
        expiration: true,
        revocation_status: false,
      });
      expect(
        await callOk('public', 'GET', `/Public/Verify/${tenant}/${revoked.certificateNumber}`),
      ).toMatchObject({ status: 'Revoked', revokedDate: '2032-09-01' });
      expect(await readProgress('silas')).toMatchObject({ state: 'Revoked' });
    });
  });
