import type { Endpoint } from '#services/contract/endpoint.ts';
import { both, type Language } from '../language.ts';

type Text = ReturnType<typeof both>;

const saved = both('保存成功', 'Saved');
const deleted = both('删除成功', 'Deleted');
const done = both('操作成功', 'Done');

/** With 202: what is shown is in no list. */
export const unlistedText = both('该方案未公开展示', 'This offer is not listed');

/** Calls whose sentence says more than their verb (specifications: texts). */
const BY_PATH: Readonly<Record<string, Text>> = {
  '/api/order/update-address': both('地址设置成功', 'Address saved'),
  '/api/user/mark': both('关注成功', 'Followed'),
  '/api/user/unmark': both('已取消关注', 'Unfollowed'),
  '/api/post/mark': both('收藏成功', 'Saved to your collection'),
  '/api/post/unmark': both('已取消收藏', 'Removed from your collection'),
};

/** By the first word of a call's name. Calls with other verbs succeed without a sentence. */
const BY_VERB: Readonly<Record<string, Text>> = {
  edit: saved,
  set: saved,
  save: saved,
  update: saved,
  choose: saved,
  change: saved,
  free: saved,
  del: deleted,
  delete: deleted,
  remove: both('移除成功', 'Removed'),
  cancel: both('取消成功', 'Cancelled'),
  publish: both('发布成功', 'Published'),
  send: both('发送成功', 'Sent'),
  submit: both('提交成功', 'Submitted'),
  report: both('举报成功', 'Reported'),
  bind: both('绑定成功', 'Added'),
  top: both('置顶成功', 'Pinned'),
  untop: both('已取消置顶', 'Unpinned'),
  show: done,
  hide: done,
  block: done,
  unblock: done,
};

/** The sentence of a call that changed something; empty for one that only reads, or needs no words. */
export function successText({ method, path }: Pick<Endpoint, 'method' | 'path'>, language: Language): string {
  if (method !== 'POST') return '';
  const [verb = ''] = path.slice(path.lastIndexOf('/') + 1).split('-');
  return (BY_PATH[path] ?? BY_VERB[verb])?.[language] ?? '';
}
