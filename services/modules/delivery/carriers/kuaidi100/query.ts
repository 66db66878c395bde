import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '#events/time.ts';
import { AnswerTooLong, answerBody } from '#services/runtime/requests/answer-body.ts';
import type { TrackingSettings } from '#services/runtime/settings/tracking.ts';
import type { TrackingStep } from '../carrier.ts';
import { COMPANY_CODES, stateOf } from './codes.ts';

const TIMEOUT_MS = 3_000;
/** Bytes of an answer that are read; usual ones have a few thousand. */
const MAX_ANSWER = 262_144;
/** Lines of an answer that are kept, and characters of a line. */
const MAX_LINES = 200;
const MAX_TEXT = 500;
/** "Nothing known yet": by the documents 500, in some answers 201. */
const NOTHING_KNOWN = new Set(['500', '201']);

/** A query without a usable answer. The text names neither address, key nor parcel. */
export class TrackingFailed extends Error {
  override name = 'TrackingFailed';
}

export interface TrackingLine {
  text: string;
  at: Millis;
}
export interface TrackingAnswer {
  /** Oldest first. */
  steps: readonly TrackingStep[];
  /** Newest first. */
  lines: readonly TrackingLine[];
}

interface Asked {
  company_id: string;
  express_no: string;
  /** Empty for companies that do not need them. */
  phone_digits: string;
  /** What earlier answers said. */
  before: readonly TrackingStep[];
  now: Millis;
}

const code = z.union([z.string().max(20), z.number()]).transform(String);
/** As `2026-05-15 12:00:00`, in China. */
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((text) => Date.parse(`${text.replace(' ', 'T')}+08:00`))
  .refine(Number.isFinite);
const answerShape = z.object({
  result: z.boolean().optional(),
  returnCode: code.optional(),
  status: code.optional(),
  state: code.optional(),
  com: z.string().max(100).optional(),
  nu: z.string().max(100).optional(),
  data: z.array(z.object({ time, context: z.string(), statusCode: code.nullish() })).optional(),
});

/** Controls, line breaks, and characters that turn the direction of a text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const plainLine = (text: string): string =>
  Array.from(
    text
      .slice(0, 4 * MAX_TEXT)
      .replace(HIDDEN, ' ')
      .trim(),
  )
    .slice(0, MAX_TEXT)
    .join('');

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TrackingFailed('the answer is no JSON');
  }
}

/** A state that lasts is one step, from its first line on. */
const withoutRepeats = (steps: readonly TrackingStep[]): TrackingStep[] =>
  steps.filter(({ state }, n) => state !== steps[n - 1]?.state);

/**
 * States of single lines, then the present one. If its line names none, the step keeps the time at which it was first
 * seen, so that a query an hour later makes no second one.
 */
function stepsOf(
  ofLines: readonly TrackingStep[],
  present: TrackingStep | undefined,
  before: readonly TrackingStep[],
): TrackingStep[] {
  const steps = ofLines.length > 0 ? withoutRepeats(ofLines) : [...before];
  const last = steps.at(-1);
  if (present === undefined || present.state === last?.state) return steps;
  const seen = before.at(-1);
  const at = seen?.state === present.state ? seen.at : present.at;
  return [...steps, { state: present.state, at: Math.max(at, last?.at ?? at) }];
}

function answerIn(body: unknown, asked: Asked): TrackingAnswer {
  const parsed = answerShape.safeParse(body);
  if (!parsed.success) throw new TrackingFailed('the answer has another form');
  const { result, returnCode, status, state, com, nu, data } = parsed.data;
  const said = returnCode ?? status ?? '';
  if (result === false || data === undefined) {
    if (NOTHING_KNOWN.has(said)) return { steps: asked.before, lines: [] };
    throw new TrackingFailed(`refused with ${/^\d{1,4}$/.test(said) ? said : 'an unknown code'}`);
  }
  if (nu?.toUpperCase() !== asked.express_no || com !== COMPANY_CODES.get(asked.company_id)) {
    throw new TrackingFailed('the answer is about another parcel');
  }
  const newest = data
    .map((line) => ({ ...line, at: Math.min(line.time, asked.now), text: plainLine(line.context) }))
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_LINES);
  const lines = newest.flatMap(({ text, at }) => (text === '' ? [] : [{ text, at }]));
  const ofLines = newest.toReversed().flatMap(({ statusCode, at }) => {
    const known = stateOf(statusCode ?? '');
    return known === undefined ? [] : [{ state: known, at }];
  });
  const present = stateOf(state ?? '');
  const latest = newest[0];
  const last = present && latest && { state: present, at: latest.at };
  return { steps: stepsOf(ofLines, last, asked.before), lines };
}

/** Kuaidi100's query of one parcel. The key signs the request and does not leave this process. */
export function kuaidi100({ url, customer, key }: TrackingSettings, timeoutMs: number = TIMEOUT_MS) {
  return {
    /** Kuaidi100 has this company and such numbers. */
    knows: (company_id: string, express_no: string): boolean =>
      COMPANY_CODES.has(company_id) && express_no.length >= 6 && express_no.length <= 32,
    /** Throws TrackingFailed. */
    async ask(asked: Asked): Promise<TrackingAnswer> {
      const { company_id, express_no, phone_digits } = asked;
      const param = JSON.stringify({
        com: COMPANY_CODES.get(company_id),
        num: express_no,
        ...(phone_digits !== '' && { phone: phone_digits }),
        resultv2: '4',
      });
      const sign = createHash('md5').update(`${param}${key}${customer}`).digest('hex').toUpperCase();
      try {
        const answer = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ customer, sign, param }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (answer.status !== 200) throw new TrackingFailed(`HTTP ${answer.status}`);
        return answerIn(jsonOf((await answerBody(answer, MAX_ANSWER)).toString('utf8')), asked);
      } catch (error) {
        if (error instanceof TrackingFailed) throw error;
        if (error instanceof AnswerTooLong) throw new TrackingFailed(error.message);
        throw new TrackingFailed(error instanceof Error ? error.name : 'no answer');
      }
    },
  };
}

export type Kuaidi100 = ReturnType<typeof kuaidi100>;
