import { CODE } from './codes.ts';
import { canonical, type Findings } from './findings.ts';
import { networkFactOf } from './networks.ts';
import type { Entry } from './stored.ts';

/** A command as submitted. */
export interface SubmittedCommand {
  readonly id: string;
  readonly userId: number;
  readonly book: string;
  readonly type: string;
  readonly body: unknown;
  /** Where it came from: another attempt may come from elsewhere. */
  readonly network?: string;
}

export interface GivenAnswer {
  readonly seq: number;
  readonly code: number;
  readonly result: unknown;
  readonly fields?: unknown;
}

export interface Circumstances {
  /** Callers may not submit commands of the house. */
  readonly by: 'caller' | 'house';
  /** Unanswered commands when this one was submitted; the queue may refuse only when full. */
  readonly waiting: number;
  readonly queueMax: number;
  /** Queue places possibly taken by commands answered before a failure requeued them. */
  readonly takenMax: number;
  /** A body no client can send, because the API schema refuses it. */
  readonly malformed: boolean;
  /** The answer came from a fenced core, which may report a failure. */
  readonly stale: boolean;
}

const INTERNAL =
  /^(house\.|simulation\.|rules\.|levels\.|\w+\.define$|options\.(enter|settle|abandon)$|contracts\.(open|expire|fire|liquidate|trail|finance)$|spot\.(cross|meet|lapse|trigger|trail)$|convert\.(match|lapse|quote|expire)$|stock\.faded$|alerts\.fire$|deposits\.settle$|withdrawals\.(stuck|uncount|unwatch|leave)$|loans\.service$|request\.expire$|terms\.apply$|referrals\.expire$|plans\.(endow|pay|return|apply)$|nfts\.sample$|core\.)/;
/** Commands of the core itself. */
const FIRED =
  /^(options\.(enter|settle|abandon)|contracts\.(open|expire|fire|liquidate|trail|finance)|spot\.(cross|meet|lapse|trigger|trail)|convert\.(match|lapse)|stock\.faded|alerts\.fire|deposits\.settle|withdrawals\.(stuck|uncount|unwatch|leave)|loans\.service|request\.expire|terms\.apply|referrals\.expire|plans\.(pay|return|apply)|core\.(hold|done|refused|hit|carried))$/;
/** A change that comes into force is a command of the core, whatever defines its terms. */
const CHANGED = /^\w+\.define:\w+:change:\d+$/;
/** Asked only: nothing of it may be in the log. */
const QUESTION = /^convert\.ask$/;

/** Orders that share something with others of their network. */
const SHARING = /^((options|contracts)\.buy|spot\.submit|convert\.fill)$/;

interface Received {
  readonly command: SubmittedCommand;
  readonly answer: GivenAnswer;
  readonly circumstances: Circumstances;
}

/** Submissions and their answers: an id takes effect once, and repeats get the first answer. */
export class Submissions {
  readonly #contents = new Map<string, Set<string>>();
  readonly #networks = new Map<string, Set<string | undefined>>();
  readonly #logged = new Map<string, { content: string; seq: number; code: number; result: string }>();
  /** Answers to questions, by what they name. */
  readonly #quoteAnswers = new Map<string, Set<string>>();
  #held: Received[] = [];
  #answers: Received[] = [];
  readonly #findings: Findings;
  answered = 0;
  repeated = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  submitted(command: SubmittedCommand): void {
    const contents = this.#contents.get(command.id);
    if (contents === undefined) this.#contents.set(command.id, new Set([contentOf(command)]));
    else contents.add(contentOf(command));
    const { id, network } = command;
    this.#networks.set(id, (this.#networks.get(id) ?? new Set()).add(network));
  }

  /** An answer reached its caller. `checkHeld` checks it once everything durable has been read. */
  received(command: SubmittedCommand, answer: GivenAnswer, circumstances: Circumstances): void {
    if (QUESTION.test(command.type) && answer.code === CODE.done) {
      const { quoteId } = answer.result as { quoteId: string };
      this.#quoteAnswers.set(quoteId, (this.#quoteAnswers.get(quoteId) ?? new Set()).add(canonical(answer.result)));
    }
    this.#answers.push({ command, answer, circumstances });
  }

  wasAnswered(quoteId: string, answer: unknown): boolean {
    return this.#quoteAnswers.get(quoteId)?.has(canonical(answer)) === true;
  }

  logged(entry: Entry): void {
    const { id, seq, type, code } = entry;
    const before = this.#logged.get(id);
    if (before !== undefined) this.#findings.add(`entry ${seq}: the id ${id} already took effect as ${before.seq}`);
    const content = contentOf({ ...entry, userId: entry.user });
    this.#logged.set(id, { content, seq, code, result: canonical(entry.result) });
    if (FIRED.test(type) || CHANGED.test(id)) {
      this.#findings.check(entry.user === 0, () => `entry ${seq} (${type}) has the user ${entry.user}`);
      return;
    }
    this.#findings.check(
      this.#contents.get(id)?.has(content) === true,
      () => `entry ${seq} (${type} ${id}): nobody submitted this`,
    );
    if (!SHARING.test(type)) return;
    this.#findings.check(
      this.#networks.get(id)?.has(networkFactOf(entry).network) === true,
      () => `entry ${seq} (${type} ${id}): nobody sent this from there`,
    );
  }

  /** Answers so far are checked by the next `checkHeld`. */
  holdUnchecked(): void {
    this.#held.push(...this.#answers);
    this.#answers = [];
  }

  checkHeld(): void {
    for (const { command, answer, circumstances } of this.#held) this.#check(command, answer, circumstances);
    this.#held = [];
  }

  #check(
    command: SubmittedCommand,
    answer: GivenAnswer,
    { by, waiting, queueMax, takenMax, malformed, stale }: Circumstances,
  ): void {
    const what = `answer to ${command.id} (${command.type})`;
    const logged = this.#logged.get(command.id);
    this.answered += 1;
    if (by === 'caller' && INTERNAL.test(command.type)) {
      this.#findings.equal(`${what}: code`, answer.code, CODE.internalOnly);
    } else if (answer.code === CODE.busy) {
      this.#findings.check(
        queueMax <= waiting + takenMax,
        () => `${what}: busy, although only ${waiting} of ${queueMax} waited`,
      );
    } else if (QUESTION.test(command.type)) {
      this.#findings.check(logged === undefined && answer.seq === 0, () => `${what}: a question is in the log`);
    } else if (logged === undefined || (stale && answer.code === CODE.bug)) {
      this.#unlogged(command, answer, { what, mayFail: malformed || stale });
    } else if (logged.content !== contentOf(command)) {
      this.#findings.equal(`${what}: code for a reused id`, answer.code, CODE.keyReused);
      this.#findings.equal(`${what}: seq for a reused id`, answer.seq, 0);
    } else if (answer.code === CODE.keyReused) {
      // Another body under the same id was in flight at the same time, and never became durable.
      this.#findings.check(
        1 < (this.#contents.get(command.id)?.size ?? 0),
        () => `${what}: refused as reused, but the id is new`,
      );
    } else {
      const result =
        answer.code === 200 ? answer.result : answer.fields === undefined ? null : { fields: answer.fields };
      this.#findings.equal(`${what}: seq`, answer.seq, logged.seq);
      this.#findings.equal(`${what}: code`, answer.code, logged.code);
      if (canonical(result) !== logged.result)
        this.#findings.equal(`${what}: result`, canonical(result), logged.result);
    }
  }

  #unlogged(
    command: SubmittedCommand,
    answer: GivenAnswer,
    { what, mayFail }: { what: string; mayFail: boolean },
  ): void {
    const reused = 1 < (this.#contents.get(command.id)?.size ?? 0);
    if (mayFail && answer.code === CODE.bug) this.#findings.equal(`${what}: seq`, answer.seq, 0);
    else if (!(reused && answer.code === CODE.keyReused)) {
      this.#findings.add(`${what}: acknowledged with ${answer.code} as ${answer.seq}, but it is not in the log`);
    }
  }
}

const contentOf = ({ userId, book, type, body }: Omit<SubmittedCommand, 'id'>): string =>
  canonical([userId, book, type, body]);
