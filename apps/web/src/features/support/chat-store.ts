import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { SOCKET_PROTOCOL, USER_SOCKET_PATH } from '@glasshouse/api/constants';
import { randomKey } from '@glasshouse/api/random-key';
import type { UserEventDataOf, UserServerMessage } from '@glasshouse/api/sockets';
import { translator } from '@glasshouse/app/language/language';
import { PAGE_HOST, socketOrigin } from '@glasshouse/app/page-host';
import { currentSession } from '@glasshouse/app/session/session';
import { Cell } from '@glasshouse/client/emitter';
import type { Failure } from '@glasshouse/client/failure';
import { Connection } from '@glasshouse/client/live/connection';
import { onUserEvent } from '../../live/user.ts';
import { ask, keepVisitor, visitorToken } from './support-call.ts';
import { readUnsent, type Unsent, writeUnsent } from './unsent.ts';

export type Message = ResultOf<'sendSupportMessage'>;
type Info = ResultOf<'getSupport'>;
type Event = UserEventDataOf<'support'>;

export interface Chat {
  readonly info: Info | undefined;
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Cursor of what is older; null: that is all. */
  readonly older: string | null;
  readonly unsent: readonly Unsent[];
  readonly failure: Failure | undefined;
}

const SILENCE_MS = 30_000;
const NEVER = 4401;
/** A typing sign lasts six seconds. */
const TYPING_EVERY_MS = 4_000;
const NOTHING: Chat = { info: undefined, messages: [], older: null, unsent: [], failure: undefined };

/** One conversation on one page: what was read, what is new, and what was not sent yet. */
export class ChatStore {
  readonly #cell = new Cell<Chat>(NOTHING);
  #link: Connection | undefined;
  #stopEvents: (() => void) | undefined;
  #typedAt = 0;
  #readTo = 0;
  #starting: Promise<boolean> | undefined;

  readonly subscribe = this.#cell.subscribe;
  readonly get = this.#cell.get;

  start(): void {
    this.#set({ unsent: readUnsent() });
    this.#stopEvents = onUserEvent({
      event: (kind, _book, data) => {
        if (kind === 'support') this.#heard(data as Event);
      },
      resync: () => void this.load(),
    });
    void this.load().then(() => this.#follow());
  }

  stop(): void {
    this.#stopEvents?.();
    this.#link?.stop();
    this.#link = undefined;
  }

  /** Reads what there is; a visit that somebody else has ended begins anew. */
  async load(): Promise<void> {
    if (currentSession() !== undefined && visitorToken() !== undefined) await keepVisit();
    const info = await ask('getSupport');
    if (!info.ok && isGone(info.failure)) {
      keepVisitor(undefined);
      this.#set({ messages: [], older: null });
      return this.load();
    }
    if (!info.ok) return this.#set({ failure: info.failure });
    this.#set({ info: info.result, failure: undefined });
    if (currentSession() === undefined && visitorToken() === undefined) return;
    const page = await ask('listSupportMessages', { query: {} });
    if (!page.ok) return this.#set({ failure: page.failure });
    this.#set({ messages: merged(this.get().messages, page.result.items), older: page.result.next });
  }

  async readOlder(): Promise<void> {
    const { older } = this.get();
    if (older === null) return;
    const page = await ask('listSupportMessages', { query: { cursor: older } });
    if (page.ok) this.#set({ messages: merged(this.get().messages, page.result.items), older: page.result.next });
    else this.#set({ failure: page.failure });
  }

  async send(text: string, files: readonly string[]): Promise<void> {
    const key = randomKey();
    this.#keep([...this.get().unsent, { key, text, files, at: new Date().toISOString(), failed: false }]);
    await this.#deliver(key);
  }

  async sendAgain(key: string): Promise<void> {
    this.#keep(this.get().unsent.map((message) => (message.key === key ? { ...message, failed: false } : message)));
    await this.#deliver(key);
  }

  discard(key: string): void {
    this.#keep(this.get().unsent.filter((message) => message.key !== key));
  }

  async upload(file: Blob): Promise<string | undefined> {
    if (!(await this.#hasConversation())) return undefined;
    const form = new FormData();
    form.append('file', file, 'file');
    const answer = await ask('uploadSupportFile', { body: form });
    this.#set({ failure: answer.ok ? undefined : answer.failure });
    return answer.ok ? answer.result.fileId : undefined;
  }

  types(): void {
    if (this.get().messages.length === 0 || Date.now() < this.#typedAt + TYPING_EVERY_MS) return;
    this.#typedAt = Date.now();
    void ask('typeToSupport');
  }

  /** What is on the screen has been read. */
  seen(): void {
    const last = this.get().messages.findLast(({ kind }) => kind === 'operator')?.id ?? 0;
    if (last <= this.#readTo || document.visibilityState !== 'visible') return;
    this.#readTo = last;
    void ask('readSupport', { body: { upTo: last } });
  }

  async close(): Promise<void> {
    const answer = await ask('closeSupport');
    if (!answer.ok) this.#set({ failure: answer.failure });
  }

  async rate(score: number, comment: string): Promise<boolean> {
    const answer = await ask('rateSupport', { body: { score, comment } });
    this.#set({ failure: answer.ok ? undefined : answer.failure });
    if (answer.ok) await this.load();
    return answer.ok;
  }

  async #deliver(key: string): Promise<void> {
    const unsent = this.get().unsent.find((message) => message.key === key);
    if (unsent === undefined) return;
    if (!(await this.#hasConversation())) return this.#failed(key);
    const { text, files } = unsent;
    const answer = await ask('sendSupportMessage', { body: { key, text, files: [...files] } });
    if (!answer.ok) {
      if (isGone(answer.failure)) keepVisitor(undefined);
      this.#set({ failure: answer.failure.kind === 'unreachable' ? undefined : answer.failure });
      return this.#failed(key);
    }
    this.#set({ messages: merged(this.get().messages, [answer.result]), failure: undefined });
    this.discard(key);
    if (this.get().info?.conversation?.state !== 'open') await this.load();
  }

  #failed(key: string): void {
    this.#keep(this.get().unsent.map((message) => (message.key === key ? { ...message, failed: true } : message)));
  }

  /** Visitors get theirs with the first word, and not by looking at the page. */
  #hasConversation(): Promise<boolean> {
    if (currentSession() !== undefined || visitorToken() !== undefined) return Promise.resolve(true);
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #begin(): Promise<boolean> {
    const answer = await ask('startVisit', { body: { language: translator().language } });
    if (!answer.ok) {
      this.#set({ failure: answer.failure.kind === 'unreachable' ? undefined : answer.failure });
      return false;
    }
    keepVisitor(answer.result.visitor);
    this.#follow();
    return true;
  }

  /** Visitors have no session, and so no socket yet: this is theirs. */
  #follow(): void {
    if (this.#link !== undefined || currentSession() !== undefined || visitorToken() === undefined) return;
    let isFirst = true;
    this.#link = new Connection({
      host: PAGE_HOST,
      open: () => new WebSocket(`${socketOrigin()}${USER_SOCKET_PATH}`, SOCKET_PROTOCOL),
      onOpen: (send) => send({ token: visitorToken() ?? '' }),
      onMessage: (received) => {
        const message = received as UserServerMessage;
        if (message.type === 'event' && message.kind === 'support') this.#heard(message.data as Event);
        // Whatever was said while the link was down is read again.
        if (message.type === 'ready' && !isFirst) void this.load();
        if (message.type === 'ready') isFirst = false;
      },
      isFinal: (closed) => closed === NEVER,
      silenceMs: SILENCE_MS,
    });
    this.#link.start();
  }

  #heard({ message, status }: Event): void {
    const { info, messages, unsent } = this.get();
    if (info !== undefined) this.#set({ info: { ...info, conversation: status } });
    if (message === null) return;
    this.#set({ messages: merged(messages, [message]) });
    if (unsent.some(({ key }) => key === message.key)) this.discard(message.key ?? '');
  }

  #keep(unsent: readonly Unsent[]): void {
    writeUnsent(unsent);
    this.#set({ unsent });
  }

  #set(next: Partial<Chat>): void {
    this.#cell.set({ ...this.get(), ...next });
  }
}

const isGone = (failure: Failure): boolean => failure.kind === 'refused' && failure.code === code.visitUnknown;

/** The visitor's conversation becomes that of who has logged in. */
export async function keepVisit(): Promise<void> {
  const answer = await ask('keepVisit');
  if (answer.ok || isGone(answer.failure)) keepVisitor(undefined);
}

function merged(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  const all = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...all.values()].toSorted((left, right) => left.id - right.id);
}
