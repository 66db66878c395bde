/** Messages to fans about memberships and their renewals. */
export type MembershipMessage =
  | {
      template: 'membership_ending' | 'membership_ended';
      /** The creator's name, and the end in business time. */
      values: { plan_name: string; name: string; date: string };
    }
  | {
      template: 'membership_renews' | 'membership_renewed' | 'renewal_failed' | 'renewal_ended';
      /** `date`: of the charge, of the new end, of the next try, or of the end. */
      values: { plan_name: string; name: string; amount: string; date: string };
    };

export const membershipTexts = {
  membership_ending: {
    'zh-CN': {
      subject: '会员即将到期',
      text: '你在“{name}”的会员“{plan_name}”将于 {date} 到期。你可以在“赞助中”续期，或关闭会员提醒。',
    },
    'en-US': {
      subject: 'Your membership ends soon',
      text: 'Your membership “{plan_name}” with {name} ends on {date}. You can extend it, or turn off these emails, under Sponsoring.',
    },
  },
  membership_renews: {
    'zh-CN': {
      subject: '会员即将自动续费',
      text: '你在“{name}”的会员“{plan_name}”将于 {date} 自动续费，扣款不超过 ¥{amount}。可在“自动续费”中关闭。',
    },
    'en-US': {
      subject: 'Your membership renews soon',
      text: 'Your membership “{plan_name}” with {name} renews on {date} for ¥{amount} at most. You can turn this off under Renewals.',
    },
  },
  membership_renewed: {
    'zh-CN': {
      subject: '会员已自动续费',
      text: '你在“{name}”的会员“{plan_name}”已续费 ¥{amount}，有效期至 {date}。可在“自动续费”中关闭。',
    },
    'en-US': {
      subject: 'Your membership was renewed',
      text: 'Your membership “{plan_name}” with {name} was renewed for ¥{amount}, until {date}. You can turn this off under Renewals.',
    },
  },
  renewal_failed: {
    'zh-CN': {
      subject: '自动续费扣款失败',
      text: '你在“{name}”的会员“{plan_name}”续费 ¥{amount} 扣款失败，将于 {date} 重试。你也可以在“自动续费”中立即付款。',
    },
    'en-US': {
      subject: 'Your renewal payment was declined',
      text: 'The payment of ¥{amount} for your membership “{plan_name}” with {name} was declined. We will try again on {date}. You can also pay now under Renewals.',
    },
  },
  renewal_ended: {
    'zh-CN': {
      subject: '自动续费已结束',
      text: '你在“{name}”的会员“{plan_name}”（¥{amount}）的自动续费已于 {date} 结束，之后不再扣款。原因请在“自动续费”中查看。',
    },
    'en-US': {
      subject: 'Your automatic renewal has ended',
      text: 'The automatic renewal of your membership “{plan_name}” with {name} (¥{amount}) ended on {date}. You will not be charged again. See the reason under Renewals.',
    },
  },
  membership_ended: {
    'zh-CN': {
      subject: '会员已到期',
      text: '你在“{name}”的会员“{plan_name}”已于 {date} 到期。你可以在“赞助中”重新开通，或关闭会员提醒。',
    },
    'en-US': {
      subject: 'Your membership has ended',
      text: 'Your membership “{plan_name}” with {name} ended on {date}. You can join again, or turn off these emails, under Sponsoring.',
    },
  },
};
