// Chapter 6, July 2031: the award is given; its certificate, its Open Badge and its verification can be shown to anybody.
// Rules: docs/interface/training.md#certification-dates.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import type { Tour } from './tour-world.ts';

export const grantAward = (tour: () => Tour) =>
  describe('6. the award is given', () => {
    it('not before everything is there, and what is missing is told', async () => {
      const { call, personId, recallId, until } = tour();
      await until('2031-07-10T15:00:00Z');
      const body = { awardId: recallId('award'), personId: personId('greta') };
      const { status, body: refused } = await call('pavel', 'POST', '/Certifications', body);
      expect([status, refused.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
      expect(refused.error.details.map(({ target }: { target: string }) => target)).toEqual([
        ...['requirements.electives', 'requirements.credits'],
      ]);
    });

    it('for twelve months, the day before included, with the rules it was judged by (worked dates)', async () => {
      const { callOk, personId, rememberId, recallId, notifications } = tour();
      const body = { awardId: recallId('award'), personId: personId('silas') };
      const given = await callOk('pavel', 'POST', '/Certifications', body);
      rememberId('silas certified', given.id);
      expect(given).toMatchObject({
        standing: 'Valid',
        validFrom: '2031-07-10',
        validThrough: '2032-07-09',
        graceThrough: '2032-08-08',
        rules: { curriculumVersion: 1, graceDays: 30, validityPeriod: { years: 1 } },
      });
      rememberId('certificate number', given.certificateNumber);
      expect((await notifications('silas')).at(-1)?.message).toBe(
        'You have been awarded Certified Town Clerk.',
      );
      const progress = await callOk(
        'silas',
        'GET',
        `/People/${personId('silas')}/Awards/${recallId('award')}`,
      );
      expect(progress).toMatchObject({ state: 'Awarded', statusCode: 5 });
    });

    it('as a certificate that leads to its verification', async () => {
      const { call, recallId } = tour();
      const { bytes } = await call(
        'silas',
        'GET',
        `/Certifications/${recallId('silas certified')}/Certificate.pdf`,
      );
      const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
      const page = await document.getPage(1);
      const text = (await page.getTextContent()).items
        .map((item) => ('str' in item ? item.str : ''))
        .join('|');
      for (const said of ['Silas Whitcomb', 'Certified Town Clerk', 'July 10, 2031', 'July 9, 2032'])
        expect(text).toContain(said);
      const [link] = await page.getAnnotations();
      const asBrowser = await fetch(link.url, { headers: { Accept: 'text/html' } });
      expect(await asBrowser.text()).toContain('Silas Whitcomb');
      const asProgram = await fetch(link.url);
      expect(await asProgram.json()).toMatchObject({
        status: 'Valid',
        issuer: 'Tamarack Association of Town Clerks',
        holder: 'Silas Whitcomb',
        validThrough: '2032-07-09',
      });
    });

    it('as an Open Badge that a ready-made verifier accepts, and finds tampered with when it is', async () => {
      const { callOk, recallId, verify } = tour();
      const path = `/Certifications/${recallId('silas certified')}/Credential`;
      const credential = await callOk('silas', 'GET', path);
      const accepted = { valid_signature: true, expiration: true, revocation_status: true };
      expect(await verify('2031-07-10T16:00:00Z', credential)).toMatchObject(accepted);
      const forged = structuredClone(credential);
      forged.credentialSubject.achievement.name = 'Certified City Manager';
      expect(await verify('2031-07-10T16:00:00Z', forged)).toEqual({ errors: ['invalid_signature'] });
      expect(await verify('2032-07-11T16:00:00Z', credential)).toMatchObject({ expiration: false });
    });

    it('to a second clerk, who learned elsewhere: credits by hand and a completion', async () => {
      const { callOk, personId: idOf, rememberId, recallId, until } = tour();
      await until('2031-07-15T15:00:00Z');
      const personId = idOf('greta');
      const note = 'Ethics course of the state university.';
      await callOk('pavel', 'POST', '/Completions', {
        ...{ personId, courseId: recallId('ethics'), completedDate: '2031-07-14', note },
      });
      const credits = { creditTypeId: recallId('Ethics'), credits: 2, earnedDate: '2031-07-14' };
      await callOk('pavel', 'POST', '/Credits', { personId, ...credits, note });
      const given = await callOk('pavel', 'POST', '/Certifications', {
        personId,
        awardId: recallId('award'),
      });
      rememberId('greta certified', given.id);
      expect(given).toMatchObject({ validFrom: '2031-07-15', validThrough: '2032-07-14' });
    });
  });
