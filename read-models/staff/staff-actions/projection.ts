import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { upsertRows } from '../../engine/rows.ts';
import { STAFF_ACTION_ROWS, STAFF_ACTIONS, type StaffActionRow, TEAM_ACTIONS } from './tables.ts';

type What = Pick<StaffActionRow, 'action' | 'user_id' | 'subject' | 'amount' | 'reason'>;

const BY_USER = /^user:/;

/** The staff action of an event; undefined if staff did not cause it. */
function whatOf(event: RecordedEvent): What | undefined {
  const { type } = event;
  switch (type) {
    case 'StaffRoleGranted':
    case 'StaffRoleRevoked': {
      const { user_id, role: subject, reason } = event.data;
      return { action: type, user_id, subject, amount: null, reason };
    }
    case 'CertificationApproved':
    case 'CertificationRejected':
    case 'CertificationHeld':
    case 'CertificationRevoked': {
      const { user_id, application_id, reason } = event.data;
      return { action: type, user_id, subject: application_id ?? '', amount: null, reason };
    }
    case 'CreatorRightTaken':
    case 'CreatorRightReturned': {
      const { user_id, right: subject, reason } = event.data;
      return { action: type, user_id, subject, amount: null, reason };
    }
    case 'UserShown':
    case 'UserHidden':
    case 'UserBanned':
    case 'UserFactorsRemoved': {
      const { user_id, reason } = event.data;
      return { action: type, user_id, subject: '', amount: null, reason };
    }
    case 'NoticeBarWritten':
    case 'NoticeBarEnded': {
      const { bar_id: subject, reason } = event.data;
      return { action: type, user_id: '', subject, amount: null, reason };
    }
    case 'BankCardApproved':
    case 'BankCardRejected': {
      const { user_id, review_id: subject, reason } = event.data;
      return { action: type, user_id, subject, amount: null, reason };
    }
    case 'WithdrawalApproved':
    case 'WithdrawalRejected':
    case 'WithdrawalRetried':
    case 'PayoutDisputeJudged':
    case 'PayoutDisputeClosed': {
      const { user_id, withdrawal_id: subject, reason } = event.data;
      return { action: type, user_id, subject, amount: null, reason };
    }
    case 'OrderRefunded': {
      const { out_trade_no: subject, amount, reason, by } = event.data;
      if (by !== 'finance') return undefined;
      return { action: type, user_id: event.metadata.creator_id, subject, amount, reason };
    }
    case 'FailedRefundPaid':
    case 'RefundSent': {
      const { out_trade_no: subject, reason } = event.data;
      return { action: type, user_id: event.metadata.creator_id, subject, amount: null, reason };
    }
    case 'RefundRequested':
    case 'RefundRequestDeclined': {
      const { out_trade_no: subject, reason } = event.data;
      const amount = type === 'RefundRequested' ? event.data.amount : null;
      return { action: type, user_id: event.metadata.creator_id, subject, amount, reason };
    }
    case 'CaseMessageAdded':
    case 'CaseAccepted':
    case 'CaseClosed': {
      const { out_trade_no: subject, reason, by } = event.data;
      if (by !== 'staff') return undefined;
      const amount = type === 'CaseAccepted' ? event.data.amount : null;
      return { action: type, user_id: event.metadata.creator_id, subject, amount, reason };
    }
    case 'BannersSet':
      return { action: type, user_id: '', subject: '', amount: null, reason: event.data.reason };
    case 'MessagesResent': {
      const { out_trade_no: subject, reason } = event.data;
      return { action: type, user_id: event.metadata.creator_id, subject, amount: null, reason };
    }
    case 'OrderHandedOver': {
      const { out_trade_no: subject, to: user_id, reason } = event.data;
      return { action: type, user_id, subject, amount: null, reason };
    }
    case 'MonthSettled':
      return {
        action: type,
        user_id: '',
        subject: event.data.month,
        amount: null,
        reason: event.data.reason,
      };
    case 'StatementImported':
    case 'StatementReversed':
      return {
        action: type,
        user_id: '',
        subject: event.data.statement_id,
        amount: null,
        reason: event.data.reason,
      };
    case 'MissingStatementClosed':
      return {
        action: type,
        user_id: '',
        subject: `${event.data.provider} ${event.data.day}`,
        amount: null,
        reason: event.data.reason,
      };
    case 'UnclearPaymentClosed':
      return {
        action: type,
        user_id: '',
        subject: event.data.charge_id,
        amount: null,
        reason: event.data.reason,
      };
    case 'DifferenceResolved':
    case 'DifferenceReopened': {
      const { difference_id: subject, reason } = event.data;
      const amount = type === 'DifferenceResolved' ? event.data.written_off : event.data.written_back;
      return { action: type, user_id: '', subject, amount: amount === 0 ? null : amount, reason };
    }
    case 'OrderShipped':
    case 'TicketCheckedIn':
    case 'TicketCheckInUndone': {
      const { creator_id: user_id, actor } = event.metadata;
      // The creator's own, and the carrier's.
      if (actor === `user:${user_id}` || !BY_USER.test(actor)) return undefined;
      const subject = type === 'OrderShipped' ? event.data.out_trade_no : event.data.ticket_id;
      return { action: type, user_id, subject, amount: null, reason: '' };
    }
    default:
      return undefined;
  }
}

/** Users of the command line are staff, too; the worker and the sandbox are not. */
const BY_MACHINE = 'process:admin';

function actionOf(event: RecordedEvent): StaffActionRow | undefined {
  const { actor, at, correlation_id } = event.metadata;
  if (!BY_USER.test(actor) && actor !== BY_MACHINE) return undefined;
  const what = whatOf(event);
  if (what === undefined) return undefined;
  const { position } = event;
  // One press of a button, by one person, settles the month of some hundred creators.
  const together = event.type === 'MonthSettled' && correlation_id !== undefined;
  const action_key = together ? `${actor} ${event.type} ${what.subject} ${correlation_id}` : String(position);
  const actor_id = actor === BY_MACHINE ? '' : actor.replace(BY_USER, '');
  return { action_key, position, at, actor_id, ...what, events: 1 };
}

/** Events of one action counted together. */
function actionsOf(events: readonly RecordedEvent[]): StaffActionRow[] {
  const actions = new Map<string, StaffActionRow>();
  for (const event of events) {
    const one = actionOf(event);
    if (one === undefined) continue;
    const before = actions.get(one.action_key);
    if (before) before.events += 1;
    else actions.set(one.action_key, one);
  }
  return [...actions.values()];
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  await upsertRows(tx, STAFF_ACTION_ROWS, actionsOf(events), { add: ['events'] });
  return { creators: new Set(), users: new Set() };
}

/** Actions of staff, and of members of a creator's team: actor, action, subject, reason and time, each with its log position. */
export const staffActions: Projection = {
  name: 'staff_actions',
  version: 12,
  types: [...Object.values(STAFF_ACTIONS).flat(), ...TEAM_ACTIONS],
  whole: ['staff', 'certification', 'rights', 'standing', 'card', 'resent', 'banners', 'noticebars'],
  tables: [STAFF_ACTION_ROWS],
  project,
};
