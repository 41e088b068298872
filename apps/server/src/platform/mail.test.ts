import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from './clock.ts';
import { createLog } from './log.ts';
import { createMailSender, MAIL_ATTEMPTS_MAX, type MailSender, queueMail, retryDelayMs } from './mail.ts';
import { sealOldMail, useMailKey } from './mail-seal.ts';
import { masterKeyOf } from './master-key.ts';
import { withTestDatabase } from './test-database.ts';

/** Mail leaves the outbox over a real SMTP conversation with a sink that can refuse. */
const database = withTestDatabase();
const clock = manualClock(Date.parse('2026-01-05T12:00:00Z'));
const log = createLog({ level: 'silent', name: 'test' });

interface Sink {
  readonly url: string;
  readonly mails: string[];
  refuses: boolean;
  close(): Promise<void>;
}

async function openSink(): Promise<Sink> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        if (!sink.refuses) mails.push(text);
        callback(sink.refuses ? new Error('not today') : null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const sink: Sink = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuses: false,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return sink;
}

let sink: Sink;
let sender: MailSender;
beforeEach(async () => {
  await database.pool.query('delete from mail_outbox');
  sink = await openSink();
  sender = createMailSender({
    pool: database.pool,
    smtpUrl: sink.url,
    from: 'Glasshouse <no-reply@localhost>',
    clock,
    log,
  });
});
afterEach(async () => {
  await sender.stop();
  await sink.close();
});

const message = (subject: string) => ({
  to: 'reader@example.org',
  subject,
  text: `text of ${subject}`,
  html: `<p>${subject}</p>`,
});
const row = async (id: number) => (await database.pool.query('select * from mail_outbox where id = $1', [id])).rows[0];

describe('sealed mail', () => {
  const master = masterKeyOf('07'.repeat(32));
  beforeEach(() => useMailKey(master));
  afterEach(() => useMailKey(undefined));
  const code = { ...message('Your code is 123456'), text: 'It is 123456.' };

  test('lies in the database without its words, and arrives with them', async () => {
    const id = await queueMail(database.pool, code, clock.now());
    const stored = await row(id);
    expect(JSON.stringify({ ...stored, sealed: stored.sealed.toString('latin1') })).not.toContain('123456');
    expect([stored.subject, stored.text, stored.html]).toEqual(['Your code is ••••••', '', '']);
    expect(await sender.sweep()).toBe(1);
    expect(sink.mails[0]).toContain('123456');
    expect(await row(id)).toMatchObject({ sealed: null, subject: 'Your code is ••••••' });
  });

  test('that somebody sends on to another address, or writes by hand, goes to nobody', async () => {
    const moved = await queueMail(database.pool, code, clock.now());
    await database.pool.query(`update mail_outbox set to_address = 'thief@example.org' where id = $1`, [moved]);
    useMailKey(undefined);
    const written = await queueMail(database.pool, message('Pay here'), clock.now());
    useMailKey(master);
    expect(await sender.sweep()).toBe(0);
    expect(sink.mails).toEqual([]);
    for (const id of [moved, written]) expect((await row(id)).error).toMatch(/^it does not open/);
  });

  test('of before there was a seal is sealed by the next start, and sent', async () => {
    useMailKey(undefined);
    const id = await queueMail(database.pool, code, clock.now());
    useMailKey(master);
    expect(await sealOldMail(database.pool, master)).toBe(1);
    expect(await row(id)).toMatchObject({ subject: 'Your code is ••••••', text: '' });
    expect(await sender.sweep()).toBe(1);
    expect(sink.mails[0]).toContain('123456');
  });
});

describe('the outbox', () => {
  test('sends each mail once, as text and HTML, and then erases its content', async () => {
    const id = await queueMail(database.pool, message('one ß 你好'), clock.now());
    expect(await sender.sweep()).toBe(1);
    expect(await sender.sweep()).toBe(0);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]).toMatch(/^To: reader@example\.org\r?$/m);
    expect(sink.mails[0]).toMatch(/text\/plain[\s\S]*text\/html/);
    expect(await row(id)).toMatchObject({
      sent_at: clock.now(),
      next_attempt_at: null,
      text: '',
      html: '',
      error: null,
    });
  });

  test('two senders at once send it once', async () => {
    for (let index = 0; index < 10; index += 1) await queueMail(database.pool, message(`m${index}`), clock.now());
    const otherSender = createMailSender({ pool: database.pool, smtpUrl: sink.url, from: 'a@localhost', clock, log });
    await Promise.all([sender.sweep(), otherSender.sweep()]);
    await otherSender.stop();
    expect(sink.mails).toHaveLength(10);
    expect(new Set(sink.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])).size).toBe(10);
  });

  test('retries with growing delays, and gives up with the reason', async () => {
    sink.refuses = true;
    const id = await queueMail(database.pool, message('stubborn'), clock.now());
    for (let attempt = 1; attempt < MAIL_ATTEMPTS_MAX; attempt += 1) {
      expect(await sender.sweep()).toBe(0);
      const { attempts, next_attempt_at, error } = await row(id);
      expect({ attempts, next: next_attempt_at }).toEqual({
        attempts: attempt,
        next: clock.now() + retryDelayMs(attempt),
      });
      expect(error).toContain('not today');
      clock.advance(retryDelayMs(attempt));
    }
    await sender.sweep();
    expect(await row(id)).toMatchObject({ attempts: MAIL_ATTEMPTS_MAX, next_attempt_at: null, sent_at: null });
    clock.advance(3_600_000);
    await sender.sweep();
    expect((await row(id)).attempts).toBe(MAIL_ATTEMPTS_MAX);
  });

  test('delivers later when the server was down', async () => {
    sink.refuses = true;
    await queueMail(database.pool, message('later'), clock.now());
    await sender.sweep();
    sink.refuses = false;
    expect(await sender.sweep()).toBe(0);
    clock.advance(retryDelayMs(1));
    expect(await sender.sweep()).toBe(1);
    expect(sink.mails).toHaveLength(1);
  });

  test('without SMTP the mail stays readable in the outbox', async () => {
    const outboxOnly = createMailSender({ pool: database.pool, smtpUrl: undefined, from: 'a@localhost', clock, log });
    const id = await queueMail(database.pool, message('kept'), clock.now());
    expect(await outboxOnly.sweep()).toBe(0);
    expect(await row(id)).toMatchObject({ sent_at: null, text: 'text of kept' });
    clock.advance(31 * 86_400_000);
    await outboxOnly.sweep();
    expect(await row(id)).toBeUndefined();
  });
});
